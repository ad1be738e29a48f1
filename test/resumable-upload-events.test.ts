/** The events of resumable uploads. */
import { initialized } from './support/file-transfers.ts'
import { append, begun, concatenate, part } from './support/resumable.ts'
import { expect, rule } from './support/rule.ts'
import type { standin } from './support/standin.ts'

type Here = ReturnType<typeof standin>

async function publishedOf({ simulator }: Here): Promise<string[]> {
  await simulator.advance({ until: 'settled' })
  return simulator.events.list().events.map(({ event }) => `${event.type.split('.').at(-1)} ${(event.data as { Role: string }).Role}`)
}

const checksum = '5e4fe0155703dde467f3ab234e6f966f'
const begins = 'filetransferinitialized Sender'
const processing = 'uploadprocessing Sender'
const ends = ['published Sender', 'published Recipient']

const stories: [what: string, wanted: object, events: string[]][] = [
  ['that is scanned', {}, [begins, processing, ...ends]],
  ['that is not scanned', { disableVirusScan: true }, [begins, ...ends]],
  ['that is only verified', { disableVirusScan: true, checksum }, [begins, processing, ...ends]],
  ['of another checksum', { checksum: 'f'.repeat(32) }, [begins, processing, 'uploadfailed Sender']],
]
for (const [what, wanted, events] of stories) {
  rule('events §2', `an upload in parts ${what} has the events of an ordinary one`, async ({ here }) => {
    const { place } = await begun(here, 13, wanted)
    await append(here, place, 0, 'one two three')

    expect(await publishedOf(here)).toEqual(events)
  })
}

rule('events §2', 'a concatenation in progress has no event', async ({ here }) => {
  const fileTransferId = await initialized(here.client)
  const places = [await part(here, fileTransferId, 'one '), await part(here, fileTransferId, 'two three')]
  await concatenate(here, fileTransferId, places)

  expect(await publishedOf(here)).toEqual([begins, ...ends])
})
