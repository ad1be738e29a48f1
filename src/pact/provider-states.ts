/** Arranges provider states in a running Standin. */

export interface StatesOptions {
  /** The address of Standin, with the world. */
  readonly url: string
  readonly adminToken?: string | undefined
}

export type StateAction = 'setup' | 'teardown'

/** Returns the values of the state. Rejects with the reason if the state cannot be arranged. */
export async function askForState(
  { url, adminToken }: StatesOptions,
  body: { readonly state: string; readonly params?: unknown; readonly action: StateAction },
): Promise<Readonly<Record<string, string>>> {
  const response = await fetch(`${url}/_standin/provider-states`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(adminToken && { authorization: `Bearer ${adminToken}` }) },
    body: JSON.stringify(body),
  })
  const text = await response.text()
  if (response.ok) return JSON.parse(text)
  throw new Error(detailOf(text) ?? `${response.status} ${text.slice(0, 500)}`)
}

function detailOf(text: string): string | undefined {
  try {
    const { detail } = JSON.parse(text) as { detail?: unknown }
    return typeof detail === 'string' ? detail : undefined
  } catch {
    return undefined
  }
}
