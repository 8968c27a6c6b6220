"""Divides the tables of riders and messages, as a cluster such as Citus would: by hashes, into parts of one database.

    divide(database)     with the tables made and empty, and all servers stopped

PostgreSQL refuses to divide a table by a column that is not in all its unique keys, as Citus does.
"""

PARTS = 4
# What each table is divided by; docs/capacity.md has the same.
RIDERS = {"riders": "id", "connections": "rider", "trips": "rider", "rides": "rider", "channels": "rider", "calls": "rider",
          "devices": "hash", "loggers": "hash", "pairings": "hash", "changed": "part"}
MESSAGES = {"message": "address_key", "note": "key"}


def divided(table, column):
    """The statements that make a divided table in place of an empty one."""
    yield f"ALTER TABLE {table} RENAME TO {table}_whole"
    yield f"CREATE TABLE {table} (LIKE {table}_whole INCLUDING ALL) PARTITION BY HASH ({column})"
    for part in range(PARTS):
        yield (f"CREATE TABLE {table}_{part} PARTITION OF {table} "
               f"FOR VALUES WITH (MODULUS {PARTS}, REMAINDER {part})")
    if column == "rider":
        yield f"ALTER TABLE {table} ADD FOREIGN KEY (rider) REFERENCES riders (id) ON DELETE CASCADE"


def divide(database):
    # The one key that a cluster would refuse.
    statements = ["SET search_path = takt_riders",
                  "ALTER TABLE changed DROP CONSTRAINT changed_pkey, ADD PRIMARY KEY (part, number)"]
    for table, column in RIDERS.items():
        statements += divided(table, column)
    statements += [f"DROP TABLE {table}_whole" for table in reversed(RIDERS)]
    statements.append("SET search_path = takt_outbox")
    for table, column in MESSAGES.items():
        statements += [*divided(table, column), f"DROP TABLE {table}_whole"]
    database.ask(";".join(statements))
