/** Opens an address in the user's browser. */
import { spawn } from 'node:child_process'

/** The program that opens an address; undefined if there is no screen. On Windows, `explorer` needs no shell. */
function opener(system: string, env: Readonly<Record<string, string | undefined>>): string | undefined {
  if (system === 'darwin') return 'open'
  if (system === 'win32') return 'explorer'
  return env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : undefined
}

/** Does nothing if no browser can be started. `url`: an address of this server. */
export function openInBrowser(url: string, env: Readonly<Record<string, string | undefined>>, system: string = process.platform): void {
  const program = opener(system, env)
  if (program === undefined) return
  spawn(program, [url], { stdio: 'ignore', detached: true, env: { ...env } })
    .on('error', () => {})
    .unref()
}
