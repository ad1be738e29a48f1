/** Reads the environment of Standin: warns of misspelt variables, and ignores those that belong to a network. */
import { unknownOne } from './closest-name.ts'
import { type Options, variableOf } from './option.ts'

const prefix = 'STANDIN_'

type Env = Readonly<Record<string, string | undefined>>

/** Kubernetes and Docker set these for programs beside a service with the name `standin`. */
const ofTheNetwork = /^STANDIN_(?:SERVICE_|PORT_\d|NAME$|ENV_)/

const isLink = (name: string, value: string | undefined) =>
  ofTheNetwork.test(name) || (name === 'STANDIN_PORT' && /^(?:tcp|udp|sctp):\/\//.test(value ?? ''))

export interface OwnEnvironment {
  readonly env: Env
  /** What to tell the user, one sentence or two each. */
  readonly notes: readonly string[]
}

/** `options` are the options of all commands. The variables of a network are left out of `env`. */
export function readEnvironment(env: Env, options: Options): OwnEnvironment {
  const known = Object.keys(options).map(variableOf)
  const own = Object.keys(env).filter((name) => name.startsWith(prefix))
  const links = own.filter((name) => isLink(name, env[name]))
  const strange = own.filter((name) => !known.includes(name) && !links.includes(name))
  const notes = strange.map((name) => `warning: ${unknownOne('There is no environment variable', name, known, prefix).message}`)
  if (links.length > 0) {
    const shown = links.slice(0, 3).join(', ') + (links.length > 3 ? ' …' : '')
    notes.push(`note: ${shown} belong to a service of Kubernetes or Docker with the name "standin", and are ignored.`)
  }
  return { env: Object.fromEntries(Object.entries(env).filter(([name]) => !links.includes(name))), notes }
}
