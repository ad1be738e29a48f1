/** Asks for the admin token when the server wants one, and keeps it for this tab. */
import { useState } from 'preact/hooks'
import { Dialog } from '../components/dialog.tsx'
import { TextField } from '../components/fields.tsx'
import { adminToken, giveToken, tokenWanted } from '../data/connection.ts'
import { refresh } from '../data/control.ts'

export function AdminTokenDialog() {
  const [token, setToken] = useState('')
  const wasWrong = adminToken.value !== undefined
  const close = () => {
    tokenWanted.value = false
  }
  return (
    <Dialog title="Admin token" close={close}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          giveToken(token.trim())
          void refresh()
        }}
      >
        <p>
          {wasWrong ? 'Standin does not know this token. ' : 'From another machine, Standin asks for its admin token. '}
          Standin was started with it: <code>--admin-token</code>. This tab keeps it until it is closed.
        </p>
        <TextField label="Admin token" type="password" value={token} change={setToken} required autoFocus />
        <div class="actions">
          <button type="submit" class="primary">
            Continue
          </button>
        </div>
      </form>
    </Dialog>
  )
}
