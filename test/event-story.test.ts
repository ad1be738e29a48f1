/** Webhooks from subscription to retry: over HTTP, with a real endpoint, for the parties of a transfer. */
import { bytes, confirm, initialized, otherRecipient, published, recipient, sender, uploaded } from './support/file-transfers.ts'
import { hosted } from './support/hosts.ts'
import { expect, rule } from './support/rule.ts'
import { both, listening, type Received, short, subscriber } from './support/subscribers.ts'

const hours = 3_600_000
const days = 24 * hours

const transferred = ['filetransferinitialized S', 'uploadprocessing S', 'published R1', 'published R2', 'published S']
const confirmedBy = (name: string) => [`downloadconfirmed ${name}`, 'downloadconfirmed S']
const never = ['fileneverconfirmeddownloaded R1', 'fileneverconfirmeddownloaded R2', 'fileneverconfirmeddownloaded S']

/** The events by the instant of their publication. Within one instant they have no order. */
type Steps = readonly (readonly string[])[]

const stories: readonly [story: string, tell: (here: Awaited<ReturnType<typeof hosted>>) => Promise<unknown>, steps: Steps][] = [
  [
    'all confirm, then the grace period',
    async ({ client, simulator }) => {
      const id = await uploaded(client, both)
      await simulator.advance({ by: hours })
      await confirm(client, id, recipient)
      await simulator.advance({ by: hours })
      await confirm(client, id, otherRecipient)
      await simulator.advance({ by: 3 * hours })
    },
    [
      transferred.slice(0, 2),
      transferred.slice(2),
      confirmedBy('R1'),
      ['allconfirmeddownloaded S', ...confirmedBy('R2')],
      ['filepurged S'],
    ],
  ],
  [
    'scan off, no confirmation until expiry',
    async ({ client, simulator }) => {
      await published(client, both)
      await simulator.advance({ by: 31 * days })
    },
    [
      [transferred[0] ?? '', ...transferred.slice(2)],
      [...never, 'filepurged S'],
    ],
  ],
  [
    'one of two confirms until expiry',
    async ({ client, simulator }) => {
      const id = await uploaded(client, both)
      await simulator.advance({ by: hours })
      await confirm(client, id, recipient)
      await simulator.advance({ by: 31 * days })
    },
    [
      transferred.slice(0, 2),
      transferred.slice(2),
      confirmedBy('R1'),
      ['fileneverconfirmeddownloaded R2', 'fileneverconfirmeddownloaded S', 'filepurged S'],
    ],
  ],
  [
    'malware, then the ordinary expiry',
    async ({ client, simulator }) => {
      const fileTransferId = await initialized(client, { ...both, fileName: 'infected.txt' })
      await simulator.advance({ by: hours })
      await client.call('fileTransfer.upload', { as: sender, params: { fileTransferId }, body: bytes('anything') })
      await simulator.advance({ by: 31 * days })
    },
    [['filetransferinitialized S'], ['uploadprocessing S'], [...never, 'uploadfailed S'], [...never, 'filepurged S']],
  ],
]

/** Events in groups of one instant, by the times in the events. */
function instants(received: readonly Received[]): string[][] {
  const steps = new Map<string, string[]>()
  for (const { event } of received) steps.set(event.time, [...(steps.get(event.time) ?? []), short(event)])
  return [...steps].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, step]) => step.sort())
}

const shareOf = (steps: Steps, name: string) =>
  steps.map((step) => step.filter((each) => each.endsWith(` ${name}`))).filter((step) => step.length > 0)

for (const [story, tell, steps] of stories) {
  rule('events §2.1', `${story}: a service owner gets every event, a recipient its own`, async () => {
    const here = await hosted('express')
    const [all, share] = [await listening(here), await listening(here, { as: subscriber(recipient) })]
    await tell(here)

    expect(instants(all.events())).toEqual(steps)
    expect(instants(share.events())).toEqual(shareOf(steps, 'R1'))
    expect(new Set(all.events().map(({ event }) => event.id)).size).toBe(all.events().length)
  })
}

rule(
  'events §2.1, events §5.2',
  'an endpoint that fails twice gets the same events, the failed ones again at their exact times',
  async () => {
    const here = await hosted('express')
    const { simulator, client } = here
    const times: number[] = []
    let failures = 2
    const { events } = await listening(here, {}, (response, { event }) => {
      if (event.type === 'no.altinn.broker.uploadprocessing') times.push(simulator.world.clock.now())
      const fails = event.type === 'no.altinn.broker.uploadprocessing' && failures-- > 0
      response.writeHead(fails ? 503 : 200).end()
    })
    await uploaded(client, both)
    const began = simulator.world.clock.now()
    await simulator.advance({ by: hours })
    const received = events()

    expect(times.map((at) => at - began)).toEqual([1_000, 11_000, 41_000])
    expect(received.map(({ event }) => short(event)).sort()).toEqual([...transferred, 'uploadprocessing S', 'uploadprocessing S'].sort())
    expect(new Set(received.filter(({ event }) => event.type.endsWith('uploadprocessing')).map(({ body }) => body)).size).toBe(1)
    expect(received.slice(-2).map(({ event }) => short(event))).toEqual(['uploadprocessing S', 'uploadprocessing S'])
  },
)
