/** A shell that obeys one command after another. */
import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Milliseconds for one command. */
const atMost = 60_000
const ending = /<<ended with (\d+)>>\n/

/** One shell for the whole page, so that variables stay. It takes the names of files with commands. */
export function openShell(folder: string, env: Readonly<Record<string, string>>) {
  const loop = `exec 2>&1; while read -r file <&3; do . "$file" < /dev/null; printf '<<ended with %d>>\\n' $?; done`
  const shell = spawn('bash', ['-c', loop], {
    cwd: folder,
    env: {
      ...process.env,
      ...env,
      NO_COLOR: '1',
      CURL_HOME: join(folder, '.bin'),
      PATH: `${join(folder, '.bin')}:${dirname(process.execPath)}:${process.env.PATH}`,
    },
    stdio: ['ignore', 'pipe', 'ignore', 'pipe'],
    detached: true,
  })
  let said = ''
  let listen: () => void = () => undefined
  shell.stdout?.setEncoding('utf8').on('data', (part: string) => {
    said += part
    listen()
  })
  let fail: () => void = () => undefined
  shell.once('exit', () => fail())
  let nth = 0

  async function run(command: string): Promise<{ code: number; output: string }> {
    const file = join(folder, `.bin/${++nth}.sh`)
    writeFileSync(file, command)
    said = ''
    const ended = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`It did not end in ${atMost} ms. Its output so far:\n${said}`)), atMost)
      listen = () => {
        if (!ending.test(said)) return
        clearTimeout(late)
        resolve()
      }
      fail = () => reject(new Error(`The shell has ended. Its output:\n${said}`))
    })
    ;(shell.stdio[3] as NodeJS.WritableStream).write(`${file}\n`)
    await ended
    const [output = '', code = ''] = said.split(ending)
    return { code: Number.parseInt(code, 10), output }
  }

  return { run, close: () => end(shell) }
}

function end({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL')
  } catch {
    // Its processes have ended.
  }
}
