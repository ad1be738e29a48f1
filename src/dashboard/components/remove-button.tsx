/** Removes an entry of a register, after it has asked. */
import { useState } from 'preact/hooks'
import { Confirm } from './dialog.tsx'

/** `what` names it: `the contact 12838590150`. */
export function RemoveButton({ what, act }: { readonly what: string; act(): void }) {
  const [asked, ask] = useState(false)
  return (
    <>
      <button type="button" class="danger" onClick={() => ask(true)}>
        Remove
      </button>
      {asked && (
        <Confirm title={`Remove ${what}?`} yes="Remove it" act={act} close={() => ask(false)}>
          <p>A reset of the world brings it back, if the world began with it.</p>
        </Confirm>
      )}
    </>
  )
}
