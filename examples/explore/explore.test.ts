/** Explores every client: `explore` finds each planted bug, and nothing in the correct clients. */
import { strictEqual } from 'node:assert'
import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'

const careful = ['node orders.ts', 'node reminders.ts', 'python3 files.py', 'node webhooks.ts']
const planted = [
  'node orders-new-id.ts',
  'node orders-milliseconds.ts',
  'node orders-499.ts',
  'node reminders-forgotten.ts',
  'python3 files_early.py',
  'node webhooks-twice.ts',
]

/** Returns the exit code (1 if a fault breaks the client) and the output. */
async function explored(client: string): Promise<[code: number | null, said: string]> {
  const args = ['standin', 'explore', '--runs', '200', '--seed', '1', '--', ...client.split(' ')]
  const child = spawn('npx', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  const closed = new Promise<number | null>((resolve, reject) => child.on('close', resolve).on('error', reject))
  const [said, code] = await Promise.all([text(child.stdout), closed])
  return [code, said]
}

for (const client of careful)
  test(`no fault breaks ${client}`, async () => {
    const [code, said] = await explored(client)

    strictEqual(code, 0, said)
  })

for (const client of planted)
  test(`a fault breaks ${client}`, async () => {
    const [code, said] = await explored(client)

    strictEqual(code, 1, said)
  })
