/** Opens a reader's shells: one shell for commands that end, and terminals for commands that run until Ctrl+C. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'

const ending = /<<ended with (\d+)>>\n/

export interface Place {
  readonly folder: string
  readonly env: Readonly<Record<string, string | undefined>>
}

/** Opens a single shell for the whole page, so that variables persist. `tools`: a folder for command files. */
export function openShell({ folder, env }: Place, tools: string) {
  const loop = `exec 2>&1; while read -r file <&3; do . "$file" < /dev/null; printf '<<ended with %d>>\\n' $?; done`
  const shell = spawn('bash', ['-c', loop], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore', 'pipe'], detached: true })
  let said = ''
  let listen: () => void = () => undefined
  shell.stdout?.setEncoding('utf8').on('data', (part: string) => {
    said += part
    listen()
  })
  let fail: () => void = () => undefined
  shell.once('exit', () => fail())
  const file = join(tools, `command-${shell.pid}.sh`)

  /** `atMost`: milliseconds. */
  async function run(command: string, atMost: number): Promise<{ code: number; output: string }> {
    writeFileSync(file, command)
    said = ''
    const ended = new Promise<void>((resolve, reject) => {
      const late = setTimeout(() => reject(new Error(`It did not exit within ${atMost} ms. Its output so far:\n${said}`)), atMost)
      listen = () => {
        if (!ending.test(said)) return
        clearTimeout(late)
        resolve()
      }
      fail = () => reject(new Error(`The shell has exited. Its output:\n${said}`))
    })
    ;(shell.stdio[3] as NodeJS.WritableStream).write(`${file}\n`)
    await ended
    const [output = '', code = ''] = said.split(ending)
    return { code: Number.parseInt(code, 10), output }
  }

  return { run, close: () => signal(shell, 'SIGKILL') }
}

export interface Terminal {
  /** Returns everything printed so far. */
  readonly output: () => string
  /** Resolves when the output matches. */
  readonly shows: (passes: (output: string) => boolean) => Promise<void>
  /** Sends Ctrl+C. Rejects if the command keeps running. */
  readonly interrupt: () => Promise<void>
}

/**
 * Opens a terminal and runs a command in it. Resolves once the command has printed something, or has run for two seconds without output.
 */
export async function openTerminal({ folder, env }: Place, command: string): Promise<Terminal> {
  const child = spawn('bash', ['-c', `exec 2>&1\n${command}`], { cwd: folder, env, stdio: ['ignore', 'pipe', 'ignore'], detached: true })
  const exit = once(child, 'exit')
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    said += part
  })
  async function shows(passes: (output: string) => boolean): Promise<void> {
    for (const since = Date.now(); !passes(said); await pause(50)) {
      if (child.exitCode !== null) throw new Error(`It exited with code ${child.exitCode} and printed:\n${said}`)
      if (Date.now() - since > 30_000) throw new Error(`It did not print that. Its output so far:\n${said}`)
    }
  }
  async function interrupt(): Promise<void> {
    signal(child, 'SIGINT')
    const late = pause(10_000, 'late', { ref: false })
    if ((await Promise.race([exit, late])) !== 'late') return
    signal(child, 'SIGKILL')
    throw new Error(`Ctrl+C did not end it. Its output:\n${said}`)
  }
  await Promise.race([shows((output) => output !== ''), pause(2000)])
  return { output: () => said, shows, interrupt }
}

function signal({ pid }: ChildProcess, name: NodeJS.Signals): void {
  try {
    if (pid !== undefined) process.kill(-pid, name)
  } catch {
    // The group's processes have already exited.
  }
}
