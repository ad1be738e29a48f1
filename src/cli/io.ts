/** What a command may touch of its process. */

interface Output {
  write(text: string): unknown
  /** Characters a line, of a terminal. */
  readonly columns?: number | undefined
}

export interface Io {
  readonly stdout: Output
  readonly stderr: Output
  readonly env: Readonly<Record<string, string | undefined>>
  /** The folder that it was called in. */
  readonly folder: string
}

export function processIo(): Io {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', ignoreClosedPipe)
  return { stdout: process.stdout, stderr: process.stderr, env: process.env, folder: process.cwd() }
}

/** Whoever reads may have read enough: `standin journal | head`. */
function ignoreClosedPipe(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
}
