"""The results as a table, for people and for programs."""

import dataclasses
import datetime
import json

import corpus

SHARE = 0.97


def summary(repositories, results):
    """How many programs are in which state, and the share that is as it must be."""
    counts = {state: sum(r.state == state for r in results) for state in corpus.STATES}
    counted = [result for result in results if result.counted]
    good = sum(result.good for result in counted)
    return {
        "repositories": len(repositories),
        "programs": len(results),
        "states": counts,
        "counted": len(counted),
        "good": good,
        "share": round(good / len(counted), 4) if counted else 0.0,
    }


def as_json(repositories, results, settings):
    data = {
        "date": datetime.date.today().isoformat(),
        "settings": settings,
        "summary": summary(repositories, results),
        "repositories": {r.name: r.revision for r in repositories},
        "results": [public(result) for result in results],
    }
    return json.dumps(data, indent=1) + "\n"


def public(result):
    """A result without what only another run needs."""
    data = dataclasses.asdict(result)
    del data["key"], data["compiler"]
    return data


def as_markdown(repositories, results, settings):
    """The page: totals, a row for each repository, and each program that is not right."""
    total = summary(repositories, results)
    described = ", ".join(f"{name} {value}" for name, value in settings.items())
    lines = [
        f"{datetime.date.today().isoformat()}; {described}.",
        "",
        f"{total['programs']} programs of {total['repositories']} repositories. Plain clang compiles"
        f" the serial elision of {total['counted']}; of these",
        f"{total['good']} ({total['share']:.1%}) compile and are right:"
        f" {total['states'][corpus.RIGHT]} on all numbers of workers,"
        f" {total['states'][corpus.COMPILED]} as far as they can be tried, by compiling.",
        "",
        "| Repository | Revision | Programs | Elision compiles | Compiled | Right | Compiled only |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    lines += [row(repository, results) for repository in repositories]
    return "\n".join([*lines, "", *deviations(results)]) + "\n"


def row(repository, results):
    own = [result for result in results if result.repository == repository.name]
    counted = [result for result in own if result.counted]
    numbers = [
        len(own),
        len(counted),
        sum(result.state != corpus.BROKEN for result in counted),
        sum(result.state == corpus.RIGHT for result in counted),
        sum(result.state == corpus.COMPILED for result in counted),
    ]
    cells = [repository.name, repository.revision[:10], *map(str, numbers)]
    return f"| {' | '.join(cells)} |"


def deviations(results):
    """One line for each program that is not right, those with the same text together."""
    groups = {}
    for result in results:
        if result.state != corpus.RIGHT:
            text = result.cause or result.reason
            groups.setdefault((result.repository, result.state, text), []).append(result.program)
    if not groups:
        return []
    lines = ["| Repository | Programs | What | Cause |", "| --- | --- | --- | --- |"]
    for (repository, state, text), programs in groups.items():
        names = ", ".join(programs[:4])
        if len(programs) > 4:
            names += f" and {len(programs) - 4} more"
        cause = text.replace("|", "\\|").replace("<", "&lt;")
        lines.append(f"| {repository} | {names} | {state} | {cause} |")
    return lines
