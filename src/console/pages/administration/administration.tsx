/** What an Admin keeps: users, units, the rules of import, the audit trail, and the server's health. A page each, with one row of tabs. */
import { useLoaded } from '../../loaded.js';
import { Page } from '../../parts/page.js';
import { Pending } from '../../parts/states.js';
import { hrefOf } from '../../router.js';
import { administersTenant } from '../../session.js';
import { words } from '../../words.js';
import { admin } from './admin-api.js';
import { Audit } from './audit.js';
import { Configurations } from './configurations.js';
import { Health } from './health.js';
import { Units } from './units.js';
import { Users } from './users.js';

const tabs = { users: Users, units: Units, imports: Configurations, audit: Audit, health: Health };
type Tab = keyof typeof tabs;

/** Tabs that the user may see, in their order. */
function tabsFor(allTenants: boolean): Tab[] {
  const may: Record<Tab, boolean> = {
    users: allTenants,
    units: administersTenant.value,
    imports: administersTenant.value,
    audit: allTenants,
    health: true,
  };
  return (Object.keys(tabs) as Tab[]).filter((name) => may[name]);
}

export function Administration({ tab }: { tab: string }) {
  const rights = useLoaded('rights', admin.rights);
  const offered = rights.value ? tabsFor(rights.value.allTenants) : [];
  const now = offered.find((name) => name === tab) ?? offered[0];
  const Content = now && tabs[now];
  return (
    <Page title={words.shell.administration} wide>
      <Pending loaded={rights} />
      {Content && (
        <>
          <nav class="tabs" aria-label={words.shell.administration}>
            {offered.map((name) => (
              <a key={name} href={hrefOf(`administration/${name}`)} {...(name === now && { 'aria-current': 'page' })}>
                {words.administration.tabs[name]}
              </a>
            ))}
          </nav>
          <Content />
        </>
      )}
    </Page>
  );
}
