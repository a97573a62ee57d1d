/** The body of an error as it travels. Apart from the failures themselves, which the command line needs long before any answer. */
import { z } from 'zod';
import { GrantedTenant } from './access.js';
import { roles } from './roles.js';

/** The body of every error: RFC 9457 problem details, with `errors` (path → messages) on 400 as the interface document shows it. */
export const Problem = z
  .object({
    type: z.string().meta({ format: 'uri', description: 'A URL that identifies the kind of error' }),
    title: z.string(),
    status: z.int(),
    detail: z.string().optional(),
    tenants: z
      .array(GrantedTenant)
      .optional()
      // Another server may mean something else by the name.
      .catch(undefined)
      .meta({ description: 'Of a 401 after a right log-in: the tenants of which the request must name one' }),
    roles: z
      .array(z.enum(roles))
      .optional()
      .catch(undefined)
      .meta({ description: 'Of a 401 or 403 after a right log-in: roles of which the user needs one' }),
    requestId: z.string().optional().meta({ description: 'Names the request in the log of the server' }),
  })
  .meta({ id: 'Problem' });
export type Problem = z.infer<typeof Problem>;

export const ValidationProblem = Problem.extend({
  errors: z.record(z.string(), z.array(z.string())).meta({ description: 'Path of the offending field → messages' }),
}).meta({ id: 'ValidationProblem' });
export type ValidationProblem = z.infer<typeof ValidationProblem>;
