/** What the token of a call says. */
import { Badge } from '../../components/badge.tsx'
import { Facts } from '../../components/facts.tsx'
import { Time } from '../../components/time.tsx'
import type { FullLine } from './full-line.ts'

export function Claims({ line: { token } }: { readonly line: FullLine }) {
  if (!token) return null
  const { org, orgNo, clientId, vendor, systemUser, user, scopes, iss, nbf, exp } = token
  return (
    <section aria-label="Token">
      <h3>Token</h3>
      <Facts
        of={{
          'Service owner': org ?? undefined,
          Organization: orgNo ?? undefined,
          Vendor: vendor !== null && vendor !== orgNo ? vendor : undefined,
          'System user': systemUser ?? undefined,
          Person: user ?? undefined,
          Client: clientId ?? undefined,
          Scopes:
            scopes.length === 0 ? (
              <span class="quiet">none</span>
            ) : (
              <span class="row">
                {scopes.map((scope) => (
                  <Badge key={scope}>{scope}</Badge>
                ))}
              </span>
            ),
          Valid: (
            <>
              <Time at={nbf} /> to <Time at={exp} />
            </>
          ),
          'Issued by': iss ?? undefined,
        }}
      />
    </section>
  )
}
