/** What an Admin keeps: users, units, the rules of import, the audit trail, and the server's health. A page each, with one row of tabs. */
import { Page } from '../../parts/page.js';
import { hrefOf } from '../../router.js';
import { words } from '../../words.js';
import { Audit } from './audit.js';
import { Configurations } from './configurations.js';
import { Health } from './health.js';
import { Units } from './units.js';
import { Users } from './users.js';

const tabs = { users: Users, units: Units, imports: Configurations, audit: Audit, health: Health };
type Tab = keyof typeof tabs;

export function Administration({ tab }: { tab: string }) {
  const now: Tab = tab in tabs ? (tab as Tab) : 'users';
  const Content = tabs[now];
  return (
    <Page title={words.administration.title} wide>
      <nav class="tabs" aria-label={words.administration.title}>
        {Object.keys(tabs).map((name) => (
          <a key={name} href={hrefOf(`administration/${name}`)} {...(name === now && { 'aria-current': 'page' })}>
            {words.administration.tabs[name as Tab]}
          </a>
        ))}
      </nav>
      <Content />
    </Page>
  );
}
