/** Makes a token for the first calls. */
import { useState } from 'preact/hooks'
import { Copy } from '../../components/copy.tsx'
import { TextField } from '../../components/fields.tsx'
import { Text } from '../../components/text.tsx'
import { useChange } from '../../data/control.ts'

export function MakeToken({ token, made }: { readonly token: string | undefined; made(token: string): void }) {
  const [org, setOrg] = useState('ttd')
  const [orgNo, setOrgNo] = useState('991825827')
  const make = useChange('control.makeToken', (reply) => {
    made(reply.token)
    return 'The token is good for 30 minutes of world time.'
  })
  return (
    <section class="card">
      <h2>
        <span class="step">2</span> A token
      </h2>
      <form
        class="inline"
        onSubmit={(event) => {
          event.preventDefault()
          make.mutate({ body: { org, orgNo } })
        }}
      >
        <TextField label="Service owner" value={org} change={setOrg} required />
        <TextField label="Organization number" value={orgNo} change={setOrgNo} required />
        <button type="submit" class="primary">
          Make a token
        </button>
      </form>
      {token === undefined ? (
        <p class="quiet">It has all scopes of the service.</p>
      ) : (
        <p class="code-line">
          <code>
            <Text>{token}</Text>
          </code>
          <Copy text={token} what="the token" />
        </p>
      )}
    </section>
  )
}
