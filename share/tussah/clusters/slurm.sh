#!/bin/bash
# A job of tussah/cps.hpp or tussah/backtrack.hpp under Slurm: it survives the loss of nodes, and
# goes on in the next allocation when the time of this one is over. Change the lines of #SBATCH, the
# folder and the program; then: sbatch slurm.sh
#SBATCH --job-name=tussah
#SBATCH --nodes=4
#SBATCH --ntasks-per-node=1
#SBATCH --time=02:00:00
# The allocation stays when a node fails; the next step takes those that are left.
#SBATCH --no-kill
#SBATCH --requeue
#SBATCH --open-mode=append
# SIGTERM comes to this script two minutes before the end.
#SBATCH --signal=B:TERM@120

set -u

# On a file system that all nodes have: rank 0 may run on any of them.
checkpoints=${CHECKPOINTS:-$PWD/saved-$SLURM_JOB_ID}
program=(./fib 50)

# A checkpoint, and then the end.
trap 'kill -TERM $!' TERM

# For MPICH: --mpi=pmi2. --overlap, as the step before may not have been cleaned up yet.
tussah job -n "$SLURM_NTASKS" --checkpoint="$checkpoints" --every=5m --grace=100s \
  --launcher="srun --mpi=pmix --overlap --no-kill --kill-on-bad-exit=1" "${program[@]}" &
supervisor=$!

# `wait` returns when a signal has come, so there are two.
wait $supervisor
code=$?
if [ "$code" -gt 128 ]; then
  wait $supervisor
  code=$?
fi

# 143: ended by SIGTERM, with a checkpoint. The same job, in a new allocation, goes on from it.
if [ "$code" -eq 143 ]; then
  exec scontrol requeue "$SLURM_JOB_ID"
fi
exit "$code"
