/** The folder for what Standin keeps between its runs. Source: XDG Base Directory Specification 0.8. */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'

type Variables = Readonly<Record<string, string | undefined>>

/** `$XDG_STATE_HOME/standin`, else `~/.local/state/standin`; on Windows `%LOCALAPPDATA%\standin`. */
export function stateFolder(env: Variables = process.env, system: string = process.platform): string {
  const chosen = env.XDG_STATE_HOME
  // The specification says to ignore a relative path.
  if (chosen && isAbsolute(chosen)) return join(chosen, 'standin')
  if (system === 'win32' && env.LOCALAPPDATA) return join(env.LOCALAPPDATA, 'standin')
  return join(home(), '.local', 'state', 'standin')
}

/** In a container, a user may be a number without a home. There, as in Docker, it is `/`. */
function home(): string {
  try {
    return homedir()
  } catch {
    return '/'
  }
}
