"""The catalogue as rows: between catalogue values and database tables, in both directions.

``spread`` turns values into rows, ``gather`` turns rows into values, ``stored`` reads the rows that
the database holds and ``difference`` makes it hold others. Rows name each other by natural keys, so
rows from any origin can be compared.
"""
