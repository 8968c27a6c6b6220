"""A game day: the servers, and the faults that each has to live through.

    for outcome in game_day(program, folder, only, seed): ...
"""

from game_database import WiredDatabase, of_database
from game_faults import of_files
from game_play import play
from game_scene import Scene
from node_scene import programs

# A clock for faults of an hour: an hour in a minute.
FAST = 60


def wanted(faults, only):
    """The faults whose names begin with one of the words; all without words."""
    return {name: fault for name, fault in faults.items() if not only or name.startswith(tuple(only))}


def on_one_server(program, folder, faults, where, speed=1, store=None, seed=1):
    """Plays faults on one server, and yields what came of each."""
    if not faults:
        return
    folder.mkdir()
    scene = Scene(program, folder, speed, store, seed)
    try:
        for name, fault in faults.items():
            yield play(scene, name, fault, where)
    finally:
        scene.close()


def game_day(program, folder, only, seed):
    """Plays faults on servers with files and, where it is installed, with PostgreSQL; yields what came of each."""
    # PostgreSQL's user has to reach its folder.
    folder.chmod(0o755)
    yield from on_one_server(program, folder / "files", wanted(of_files(1), only), "files", seed=seed)
    yield from on_one_server(program, folder / "fast", wanted(of_files(FAST), only), "files, a fast clock", FAST,
                             seed=seed)
    tools = programs()
    if not tools:
        print("skipped  the faults of PostgreSQL: it or nginx is not installed here", flush=True)
        return
    if not wanted(of_database(None), only):
        return
    (folder / "database").mkdir()
    database = WiredDatabase(tools[0], folder / "database")
    try:
        yield from on_one_server(program, folder / "shared", wanted(of_database(database), only), "PostgreSQL",
                                 store=database.setting(), seed=seed)
    finally:
        database.close()
