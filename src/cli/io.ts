/** The parts of the process that a command uses. */

interface Output {
  write(text: string | Uint8Array): unknown
  /** The width of the terminal, in characters; absent where the output is not one. */
  readonly columns?: number | undefined
  readonly isTTY?: boolean | undefined
}

export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** The working folder. */
  readonly folder: string
}

export function processIo(): Io {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
  return { stdout: process.stdout, stderr: process.stderr, env: process.env, folder: process.cwd() }
}

/** A reader may close the pipe early: `standin journal | head`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
