/** The roles of users. It loads no zod: the command line names them long before it asks a server. */

export const roles = ['API', 'Clerk', 'Reader', 'Admin'] as const;
export type Role = (typeof roles)[number];

/** They read by `/history/v1/` and `/settlement/v1/`; the documented interface is for API alone. */
export const readers = ['API', 'Clerk', 'Reader'] as const satisfies readonly Role[];

/** They decide about open rows. */
export const deciders = ['API', 'Clerk'] as const satisfies readonly Role[];

/** Roles of the user that the first start makes. Someone who can start a server may do everything on it. */
export const firstUserRoles = ['API', 'Clerk', 'Admin'] as const satisfies readonly Role[];
