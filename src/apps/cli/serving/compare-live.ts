/** `standin compare --environment real.yaml -- <command>`: forwards a command's calls to the real service, and compares the replies. */
import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import type { EnvironmentFile } from '../../../real/environment-file.ts'
import type { LiveComparison } from '../../compare/live.ts'
import { environmentWith } from '../commands/run.ts'
import { runCommand } from '../frame/child.ts'
import { unable, withProgress } from '../frame/command.ts'
import type { Io } from '../frame/io.ts'
import type { Values } from '../frame/option.ts'
import { grace, type liveOptions, upstreamOf } from './compare-live-options.ts'
import { openReport, type ReportValues } from './compare-report.ts'
import { readTls, type tlsOptions } from './tls.ts'

type LiveValues = ReportValues &
  Values<typeof liveOptions> &
  Values<typeof tlsOptions> & {
    readonly environment: string | undefined
    readonly settle: number
    readonly as: Record<string, unknown> | undefined
  }

/** Resolves to the exit code: the command's if it failed, otherwise the report's. */
export async function compareLive(values: LiveValues, io: Io, command: readonly string[]): Promise<number> {
  const { readEnvironment } = await import('../../../real/environment-file.ts')
  const { openLive } = await import('../../compare/live.ts')
  const { port, settle, as, maxSpool } = values
  const tls = readTls(values, io)
  const report = await openReport(values, io)
  const file = await readEnvironment(resolve(io.folder, values.environment ?? ''))
  const live = await openLive({ ...upstreamOf(values, io), file, settle, as, maxSpool })
  let isStopped = false
  const stop = () => {
    isStopped = true
  }
  for (const signal of signals) process.on(signal, stop)
  try {
    const code = await serveLive({ ...tls, port }, { live, file }, io, command).catch(async (error: unknown) => {
      // Otherwise, the comparing thread would keep this process alive.
      await live.finish(0)
      throw error
    })
    const compared = await withProgress(io, { does: 'Comparing' }, () => live.finish(isStopped ? grace : undefined))
    const differs = await report(isStopped ? { ...compared, complete: false } : compared, { environment: file.name, notes: live.notes })
    return code === 0 ? differs : code
  } finally {
    for (const signal of signals) process.off(signal, stop)
  }
}

/** Runs the command against a server that forwards calls. Resolves to the command's exit code. */
async function serveLive(
  served: ReturnType<typeof readTls> & { readonly port: number },
  { live, file }: { readonly live: LiveComparison; readonly file: EnvironmentFile },
  io: Io,
  command: readonly string[],
): Promise<number> {
  const { startSimulator } = await import('../../../hosts/on-node.ts')
  const adminToken = randomUUID()
  const host = '127.0.0.1'
  const running = await startSimulator({ ...served, host, adminToken, dialect: 'live', around: live.around }).catch((error: unknown) => {
    throw unable(error, { ...served, host })
  })
  try {
    await running.simulator.ready()
    io.stderr.say([`Calls to ${running.url} are forwarded to ${file.name}.`, ...live.notes.map((note) => `  ${note}`)])
    return await runCommand(command, { folder: io.folder, env: environmentWith(running, adminToken, io) })
  } finally {
    await running.close()
  }
}

const signals = ['SIGINT', 'SIGTERM'] as const
