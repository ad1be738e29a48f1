/** Arranges provider states in a running Standin. */
import { type ControlInput, createControlClient } from '../control/client.ts'

export interface StatesOptions {
  /** The address of Standin, with the world. */
  readonly url: string
  readonly adminToken?: string | undefined
}

type ProviderState = ControlInput<'control.arrangeProviderState'>['body']
export type StateAction = NonNullable<ProviderState['action']>

/** Returns the values of the state. Rejects with the reason when Standin cannot arrange the state, or refuses `params`. */
export function askForState(
  { url, adminToken }: StatesOptions,
  { state, params, action }: { readonly state: string; readonly params?: unknown; readonly action: StateAction },
): Promise<Readonly<Record<string, string>>> {
  const body = { state, params: params as ProviderState['params'], action }
  return createControlClient({ base: url, adminToken, send: fetch }).call('control.arrangeProviderState', { body })
}
