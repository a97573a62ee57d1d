/** The rules of a tenant's import, as the server told them. */
import type { ImportSettings } from '../../contract/import-configuration.js';

/** Plain data: it is kept with a job and sent to threads. */
export interface ImportRules {
  /** Name of the import configuration. */
  name: string;
  settings: ImportSettings;
  /** When they were told; the ages of sales are counted from then. */
  atMs: number;
}
