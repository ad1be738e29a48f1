/**
 * Runs the parts of `npm run check` in parallel: format and lint, lint with types, types, architecture. Prints a part's output only if the
 * part fails.
 */
import { spawn } from 'node:child_process'

const parts = {
  'format and lint': 'biome ci --error-on-warnings',
  'lint with types': 'oxlint --type-aware',
  types: 'npm run --silent typecheck',
  // Runs in one worker, because the other parts use the remaining cores and each worker would import all modules again.
  architecture: 'vitest run --project architecture --maxWorkers=1 --reporter=minimal',
}

/** Prints one line, preceded by the part's entire output if the part failed. */
async function run(name: string, command: string): Promise<boolean> {
  const start = performance.now()
  const color = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
  // npm puts the packages' commands on the PATH. On Windows, only a shell finds such commands.
  const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...color } })
  const output: Buffer[] = []
  child.stdout.on('data', (bytes: Buffer) => output.push(bytes))
  child.stderr.on('data', (bytes: Buffer) => output.push(bytes))
  const { promise: ended, resolve } = Promise.withResolvers<boolean>()
  child.on('error', (error) => {
    output.push(Buffer.from(`${error.message}\n`))
    resolve(false)
  })
  child.on('close', (code) => resolve(code === 0))
  const succeeded = await ended
  const seconds = Math.round((performance.now() - start) / 1000)
  if (!succeeded) process.stdout.write(Buffer.concat(output))
  if (!succeeded && name === 'format and lint')
    console.log('Run npm run format: it fixes the entries marked FIXABLE, except for unsafe fixes.')
  console.log(`${succeeded ? '✓' : '✗'} ${name} (${command}): ${seconds} s`)
  return succeeded
}

const results = await Promise.all(Object.entries(parts).map(([name, command]) => run(name, command)))
if (results.includes(false)) process.exitCode = 1
