/** The cells of the first rows of a table, row by row. */
export type Sample = readonly (readonly string[])[];
