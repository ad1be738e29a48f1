/** One entry of a list, opened beside it: how to come there, and how to leave. */
import { useMemo } from 'preact/hooks'
import { address, go, hrefOf } from './address.ts'
import { type KeyAct, useKeys } from './keys.ts'

/** `what` is named in the list of keys. Escape leaves, while an entry is open; the query of the list stays. */
export function useOpened(page: string, what: string, open: string | undefined) {
  const given = Object.fromEntries(address.value.query)
  const leave = () => go(hrefOf([page], given), { replace: true })
  const keys = useMemo<KeyAct[]>(
    () => (open === undefined ? [] : [{ keys: 'Escape', does: `Close the ${what}`, act: leave }]),
    [open, JSON.stringify(given)],
  )
  useKeys(keys)
  return { given, leave }
}
