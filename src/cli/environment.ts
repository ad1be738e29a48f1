/** Finds misspelt environment variables of Standin. */
import type { Misuse } from '../misuse.ts'
import { unknownOne } from './closest-name.ts'
import { type Options, variableOf } from './option.ts'

const prefix = 'STANDIN_'

/** Kubernetes and Docker set these for programs beside a service with the name `standin`. */
const ofTheNetwork = /^STANDIN_(?:SERVICE_|PORT_\d|NAME$|ENV_)/

/** `options` are the options of all commands. Undefined when every variable belongs to one of them. */
export function misspeltVariable(env: Readonly<Record<string, string | undefined>>, options: Options): Misuse | undefined {
  const known = Object.keys(options).map(variableOf)
  const strange = Object.keys(env).find((name) => name.startsWith(prefix) && !known.includes(name) && !ofTheNetwork.test(name))
  return strange === undefined ? undefined : unknownOne('There is no environment variable', strange, known, prefix)
}
