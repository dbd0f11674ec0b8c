"""Documents, answers and vectors in SQL: SQLite by default, PostgreSQL by ``DATABASE_URL``."""
