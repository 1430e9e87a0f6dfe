"""Gives wrong scenes to the ray tracer; each must be an error with its line."""

import subprocess
import sys

CAMERA = "camera 0 1 -5  0 1 0  50\n"
MATERIAL = "material m  1 1 1  1 0 10 0\n"
WRONG = {
    "": "0: there is no camera",
    "\n# nothing\n": "2: there is no camera",
    CAMERA * 2: "2: there is a camera already",
    "camera 0 1 -5  0 9 -5  50": "1: the camera must not look straight up or down",
    "camera 0 1 -5  0 1 0  171": "1: the angle must be a number from 1 to 170, not '171'",
    CAMERA + "cube 1": "2: there is no object 'cube'",
    CAMERA + "sphere m 0 0 0 1": "2: there is no material 'm'",
    MATERIAL * 2: "2: there is a material 'm' already",
    MATERIAL + "sphere m 0 0 0 -1": "2: the radius must be a number from 1e-06 to 1e+06, not '-1'",
    MATERIAL + "sphere m 0 0 0": "2: expected the radius",
    MATERIAL + "sphere m 0 0 0 1 1": "2: unexpected '1' after sphere",
    MATERIAL + "sphere m 0 x 0 1": "2: a coordinate must be a number from -1e+06 to 1e+06, not 'x'",
    MATERIAL + "sphere m 0 nan 0 1": "2: a coordinate must be a number from -1e+06 to 1e+06, not 'nan'",
    MATERIAL + "plane m 0 0 0 1": "2: the normal of a plane must not be 0",
    MATERIAL + "plane m m 0 1 0": "2: expected the distance",
    MATERIAL + "triangle m 0 0 0 1 1 1 2 2 2": "2: a triangle must have an area",
    "ambient 0 0 2": "1: a part of a colour must be a number from 0 to 1, not '2'",
}
for text, message in WRONG.items():
    with open("wrong.scene", "w") as file:
        file.write(text)
    run = subprocess.run([sys.argv[1], "8", "8", "wrong.scene"], capture_output=True, text=True)
    assert run.returncode == 2 and run.stderr == f"ray: wrong.scene:{message}\n", (text, run)
with open("right.scene", "w") as file:
    file.write("#\n\n" + CAMERA + MATERIAL + "plane m m 0 1 0 0 # floor\nplane m 0 1 0 -1\n")
subprocess.run([sys.argv[1], "8", "8", "right.scene", "--compare"], check=True, capture_output=True)
