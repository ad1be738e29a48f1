/** A token that was made: to copy, ready for a header, with its claims decoded. */
import type { ControlReply } from '../../../control/client.ts'
import { Copy } from '../../components/copy.tsx'
import { Facts } from '../../components/facts.tsx'
import { Body } from '../../components/json.tsx'
import { Text } from '../../components/text.tsx'
import { Time, worldNow } from '../../components/time.tsx'

export type Made = ControlReply<'control.makeToken'>

export function MadeToken({ token: { token, expiresAt, claims } }: { readonly token: Made }) {
  const { scope, iss, client_id: clientId, consumer } = claims
  return (
    <section class="card made" aria-label="A token that was made">
      <p class="code-line">
        <code>
          <Text>{token}</Text>
        </code>
        <Copy text={token} what="the token" label="Copy" />
        <Copy text={`Authorization: Bearer ${token}`} what="the header" label="as header" />
      </p>
      <div class="decoded">
        <Facts
          of={{
            'Good until': (
              <>
                <Time at={expiresAt} full /> {Date.parse(expiresAt) <= worldNow.value && <strong class="warning">expired</strong>}
              </>
            ),
            Scopes: asText(scope),
            Issuer: asText(iss),
            Client: asText(clientId),
            Consumer: asText((consumer as { readonly ID?: unknown } | undefined)?.ID),
          }}
        />
        <details open>
          <summary>All claims</summary>
          <Body text={JSON.stringify(claims)} />
        </details>
      </div>
    </section>
  )
}

const asText = (value: unknown) => (value === undefined ? undefined : `${value as string | number}`)
