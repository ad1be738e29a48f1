/** How the server of an assistant reaches Standin. */
import type { EnvironmentName } from '../../world/agenda.ts'

export interface Door {
  /** The address of a world and an environment. Absent: those at which the assistant came in. */
  base(world?: string, environment?: EnvironmentName): string
  /** Calls a control row as the assistant's user. */
  send(request: Request): Promise<Response>
}

/** The reply of a row, for reading. Throws an error that says what is wrong. */
export async function readRow(door: Door, path: string): Promise<string> {
  const response = await door.send(new Request(`${door.base()}${path}`))
  const text = await response.text()
  if (!response.ok) throw new Error(text)
  return text
}
