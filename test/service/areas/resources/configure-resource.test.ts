import fc from 'fast-check'
import {
  initialized,
  iso,
  otherRecipient,
  recipient,
  sender,
  statusOf,
  uploaded,
  withoutOrganization,
} from '../../../support/file-transfers.ts'
import { configurationOf, configure, initializeOn, newcomer, otherOwner, owner, register } from '../../../support/resources.ts'
import { expect, rule, test } from '../../../support/rule.ts'
import { switchOn } from '../../../support/rules.ts'
import { standin } from '../../../support/standin.ts'

rule('file-transfer §9', 'a configuration is answered 204, and can be read', async ({ client }) => {
  const all = {
    maxFileTransferSize: 1000,
    fileTransferTimeToLive: 'P1DT2H3M4.5S',
    purgeFileTransferAfterAllRecipientsConfirmed: false,
    purgeFileTransferGracePeriod: 'PT0S',
    useManifestFileShim: true,
    externalServiceCodeLegacy: '4711',
    externalServiceEditionCodeLegacy: 17,
    requiredParty: '0192:991825827',
  }

  const { status, text } = await configure(client, 'standin-plain', all)

  expect([status, text]).toEqual([204, ''])
  expect(await configurationOf(client, 'standin-plain')).toEqual({
    ...all,
    fileTransferTimeToLive: '1.02:03:04.5000000',
    purgeFileTransferGracePeriod: '00:00:00',
  })
})

rule('file-transfer §9', 'members that are null or left out stay as they are', async ({ client }) => {
  await configure(client, 'standin-plain', { maxFileTransferSize: 1000, fileTransferTimeToLive: 'PT1H', requiredParty: '991825827' })
  const before = await configurationOf(client, 'standin-plain')

  const nulls = Object.fromEntries(Object.keys(before).map((name) => [name, null]))
  const replies = [await configure(client, 'standin-plain', {}), await configure(client, 'standin-plain', nulls)]

  expect(replies.map(({ status }) => status)).toEqual([204, 204])
  expect(await configurationOf(client, 'standin-plain')).toEqual(before)
})

const refused: [code: string, body: object, prefix?: string][] = [
  ['BRO-00011', { maxFileTransferSize: -1 }],
  ['BRO-00012', { maxFileTransferSize: 0 }],
  ['BRO-00013', { maxFileTransferSize: 50_000_000_001 }, '/production'],
  ['BRO-00013', { maxFileTransferSize: 9_000_000_000_000 }, '/production'],
  ['BRO-00022', { maxFileTransferSize: 1_677_721_600_001 }],
  ['BRO-00022', { maxFileTransferSize: 2 ** 62 }],
  ['BRO-00014', { fileTransferTimeToLive: '30 days' }],
  ['BRO-00014', { fileTransferTimeToLive: '' }],
  ['BRO-00014', { fileTransferTimeToLive: 'P4W' }],
  ['BRO-00014', { fileTransferTimeToLive: 'P99999999999D' }],
  ['BRO-00015', { fileTransferTimeToLive: 'P365DT0.001S' }],
  ['BRO-00015', { fileTransferTimeToLive: 'P2Y' }],
  ['BRO-00017', { purgeFileTransferGracePeriod: 'two hours' }],
  ['BRO-00018', { purgeFileTransferGracePeriod: 'PT24H0.001S' }],
]
for (const [code, body, prefix] of refused) {
  rule('file-transfer §9, file-transfer §7.2', `${JSON.stringify(body)} is refused with ${code}, and changes nothing`, async () => {
    const client = standin().clientOf(prefix)
    const before = await configurationOf(client, 'standin-plain')

    const reply = await configure(client, 'standin-plain', { requiredParty: '991825827', ...body })

    expect(reply.problem).toMatchObject({ status: 400, code })
    expect(await configurationOf(client, 'standin-plain')).toEqual(before)
  })
}

rule('file-transfer §9', 'the limits themselves are allowed, and more than 50 GB on an approved resource', async ({ clientOf }) => {
  const plain = (prefix: string, body: object) => configure(clientOf(prefix), 'standin-plain', body)
  const approved = { maxFileTransferSize: 1_677_721_600_000, fileTransferTimeToLive: 'P1Y', purgeFileTransferGracePeriod: 'P1D' }

  const replies = [
    await plain('', approved),
    await plain('/production', { maxFileTransferSize: 50_000_000_000 }),
    await configure(clientOf('/production'), 'standin-unscanned', approved, otherOwner),
  ]

  expect(replies.map(({ status }) => status)).toEqual([204, 204, 204])
})

rule('file-transfer §9', 'the first of several violations is refused: grace period, size, time to live, what is not stored', async () => {
  const { client } = standin()
  const bad = {
    purgeFileTransferGracePeriod: 'x',
    maxFileTransferSize: 0,
    fileTransferTimeToLive: 'x',
    externalServiceCodeLegacy: '12345678',
  }
  const codeOf = async (body: object) => (await configure(client, 'standin-plain', body)).problem.code

  const period = { ...bad, purgeFileTransferGracePeriod: 'PT1H' }
  const size = { ...period, maxFileTransferSize: 1 }
  expect(await codeOf(bad)).toBe('BRO-00017')
  expect(await codeOf(period)).toBe('BRO-00012')
  expect(await codeOf(size)).toBe('BRO-00014')
  const { status, problem } = await configure(client, 'standin-plain', { ...size, fileTransferTimeToLive: 'P1D' })
  expect([status, problem.errors]).toEqual([400, { ExternalServiceCodeLegacy: ['The text has more than 7 characters.'] }])
})

rule('file-transfer §9', 'a manifest file shim needs both codes', async ({ client }) => {
  const shim = (more: object) => configure(client, 'standin-plain', { useManifestFileShim: true, ...more })

  expect((await shim({})).problem).toMatchObject({
    status: 400,
    errors: { '': ['ExternalServiceCodeLegacy must be set and not be an empty string.'] },
  })
  expect((await shim({ externalServiceCodeLegacy: '4711', externalServiceEditionCodeLegacy: 0 })).problem).toMatchObject({
    errors: { '': ['ExternalServiceEditionCodeLegacy must be set and not be zero.'] },
  })
  expect((await shim({ externalServiceCodeLegacy: '4711', externalServiceEditionCodeLegacy: 1 })).status).toBe(204)
  expect((await configure(client, 'standin-plain', { useManifestFileShim: false })).status).toBe(204)
})

rule('file-transfer §9, file-transfer §1', 'only the owner can configure a resource', async ({ client, simulator }) => {
  const call = { params: { resourceId: 'standin-plain' }, body: {} }

  const other = await client.call('resources.configureResource', { as: otherOwner, ...call })
  const nobody = await client.call('resources.configureResource', { ...(await withoutOrganization(simulator)), ...call })
  const unscoped = await client.call('resources.configureResource', { as: { ...owner, scope: 'altinn:broker.write' }, ...call })

  expect(other.problem).toMatchObject({ status: 403, code: 'BRO-00006' })
  expect(nobody.problem.code).toBe('BRO-00006')
  expect(unscoped.problem).toMatchObject({ status: 403, detail: 'The token lacks the scope altinn:serviceowner.' })
})

rule('decisions §1 #2', 'in the live dialect another organization is answered 401', async () => {
  const { client } = standin({ dialect: 'live' })

  const reply = await configure(client, 'standin-plain', {}, otherOwner)

  expect(reply.problem).toMatchObject({ status: 401, code: 'BRO-00006', statusDescription: 'Unauthorized' })
  expect(reply.headers.get('content-type')).toBe('application/json; charset=utf-8')
})

rule('decisions §3', 'an open resource belongs to the service owner that configures it first', async ({ client }) => {
  const before = await client.call('resources.getResource', { as: owner, params: { resourceId: 'of-my-own' } })
  const first = await configure(client, 'of-my-own', {})
  const second = await configure(client, 'of-my-own', {}, otherOwner)

  expect(before.problem.code).toBe('BRO-00025')
  expect(first.status).toBe(204)
  expect(second.problem.code).toBe('BRO-00006')
  expect(await configurationOf(client, 'of-my-own')).toEqual({
    maxFileTransferSize: null,
    fileTransferTimeToLive: null,
    purgeFileTransferAfterAllRecipientsConfirmed: true,
    purgeFileTransferGracePeriod: null,
    useManifestFileShim: false,
    externalServiceCodeLegacy: null,
    externalServiceEditionCodeLegacy: null,
    requiredParty: null,
  })
})

rule('file-transfer §9', 'an organization cannot configure a resource before it is a service owner', async ({ client }) => {
  const before = await configure(client, 'of-my-own', {}, newcomer)
  await register(client)
  const after = await configure(client, 'of-my-own', {}, newcomer)

  expect(before.problem).toMatchObject({ status: 400, code: 'BRO-00024' })
  expect(after.status).toBe(204)
})

rule('decisions §3, file-transfer §9', 'where resources are not open, an unknown resource is not in the registry', async () => {
  const { client } = standin({ openResources: false })

  const unknown = await configure(client, 'of-my-own', {})
  const registered = await configure(client, 'standin-unconfigured', {})

  expect(unknown.problem).toMatchObject({ status: 403, code: 'BRO-00005' })
  expect(registered.status).toBe(204)
})

rule('file-transfer §0.4', 'a resource is configured under its bare id', async ({ client }) => {
  for (const id of ['urn:altinn:resource:standin-plain', 'x'.repeat(256)])
    expect((await configure(client, id, {})).problem.code).toBe('BRO-00005')
})

rule('file-transfer §1.1, file-transfer §9', 'a resource cannot be used until its owner configures it', async ({ client }) => {
  const before = await initializeOn(client, 'standin-unconfigured')
  const other = await configure(client, 'standin-unconfigured', {}, otherOwner)
  await configure(client, 'standin-unconfigured', {})
  const after = await initializeOn(client, 'standin-unconfigured')

  expect(before.problem.code).toBe('BRO-00006')
  expect(other.problem.code).toBe('BRO-00006')
  expect(after.status).toBe(200)
})

rule('decisions §2', 'each environment has a configuration of its own', async ({ clientOf }) => {
  await configure(clientOf(), 'standin-plain', { maxFileTransferSize: 7 })

  expect((await configurationOf(clientOf(), 'standin-plain')).maxFileTransferSize).toBe(7)
  expect((await configurationOf(clientOf('/production'), 'standin-plain')).maxFileTransferSize).toBeNull()
})

rule('file-transfer §5.4', 'a time to live holds for transfers that are initialized later', async ({ client }) => {
  const expiry = async (fileTransferId: string) =>
    (await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId } })).body.expirationTime
  const old = await initialized(client)
  await configure(client, 'standin-plain', { fileTransferTimeToLive: 'PT1.5S' })

  expect(await expiry(old)).toBe('2026-07-01T10:00:00+00:00')
  expect(await expiry(await initialized(client))).toBe('2026-06-01T10:00:01.5+00:00')
})

rule('file-transfer §3.1', 'a size holds for later uploads', async ({ client }) => {
  const fileTransferId = await initialized(client)
  await configure(client, 'standin-plain', { maxFileTransferSize: 4 })
  const upload = (length: number) =>
    client.call('fileTransfer.upload', {
      as: sender,
      params: { fileTransferId },
      body: new Uint8Array(length),
      headers: { 'content-length': String(length) },
    })

  expect((await upload(5)).problem.code).toBe('BRO-00016')
  expect((await upload(4)).status).toBe(200)
})

rule('file-transfer §9, file-transfer §2', 'a required party is recognised in every notation', async () => {
  for (const requiredParty of ['370916446', '0192:370916446', 'urn:altinn:organization:identifier-no:370916446']) {
    const { client } = standin()
    await configure(client, 'standin-plain', { requiredParty })

    const without = await initializeOn(client, 'standin-plain', { recipients: [iso(otherRecipient)] })
    const among = await initializeOn(client, 'standin-plain', { recipients: [iso(recipient), iso(otherRecipient)] })

    expect([without.problem.code, among.problem.code]).toEqual(['BRO-00026', 'BRO-00027'])
    expect((await initializeOn(client, 'standin-plain')).status).toBe(200)
  }
})

rule('assumed: null keeps the current value, so an empty string removes it', 'an empty required party counts as absent', async () => {
  const { client } = standin()
  await configure(client, 'standin-required-party', { requiredParty: '' })

  expect((await initializeOn(client, 'standin-required-party')).status).toBe(200)
})

rule('file-transfer §7.3', 'a value that cannot be read is refused in the words of the service', async ({ client }) => {
  const errorsOf = async (body: unknown) => (await configure(client, 'standin-plain', body as object)).problem.errors
  const required = { resourceExt: ['The resourceExt field is required.'] }

  expect(await errorsOf({ maxFileTransferSize: 'x' })).toEqual({
    ...required,
    '$.maxFileTransferSize': [
      'The JSON value could not be converted to System.Nullable`1[System.Int64]. Path: $.maxFileTransferSize | LineNumber: 0 | BytePositionInLine: 26.',
    ],
  })
  expect(Object.keys((await errorsOf({ maxFileTransferSize: 1.5 })) ?? {})).toEqual(['resourceExt', '$.maxFileTransferSize'])
  expect(Object.keys((await errorsOf({ maxFileTransferSize: 1e30 })) ?? {})).toEqual(['resourceExt', '$.maxFileTransferSize'])
  expect(Object.keys((await errorsOf({ externalServiceEditionCodeLegacy: 2 ** 31 })) ?? {})).toContain('$.externalServiceEditionCodeLegacy')
  expect(Object.keys((await errorsOf({ useManifestFileShim: 'true' })) ?? {})).toContain('$.useManifestFileShim')
  expect(Object.keys((await errorsOf([])) ?? {})).toEqual(['$', 'resourceExt'])
})

rule('file-transfer §7.3', 'a body that is not JSON, or is missing, is refused in the words of the service', async () => {
  const { send, simulator } = standin()
  const { token } = await simulator.token(owner)
  const put = async (body: string, type = 'application/json') => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': type }
    const response = await send(new Request('http://standin.test/broker/api/v1/resource/standin-plain', { method: 'PUT', headers, body }))
    return { status: response.status, problem: (await response.json()) as { errors?: Record<string, string[]> } }
  }

  expect((await put('')).problem.errors).toEqual({
    '': ['A non-empty request body is required.'],
    resourceExt: ['The resourceExt field is required.'],
  })
  expect(Object.keys((await put('{')).problem.errors ?? {})).toEqual(['$', 'resourceExt'])
  expect((await put('{}', 'text/json')).status).toBe(415)
})

rule('file-transfer §0', 'property names are read in any case', async ({ client }) => {
  await configure(client, 'standin-plain', { MAXFILETRANSFERSIZE: 12 })

  expect((await configurationOf(client, 'standin-plain')).maxFileTransferSize).toBe(12)
})

rule('decisions §13', 'without the resource registry no new resource is configured', async ({ client, simulator }) => {
  await switchOn({ simulator }, [{ outage: 'resource-registry' }])

  const fresh = await configure(client, 'of-my-own', {})
  const known = await configure(client, 'standin-plain', {})

  expect(fresh.problem).toMatchObject({ status: 503, code: 'NOT-00004' })
  expect(known.status).toBe(204)
})

rule('file-transfer §5.3', 'the configuration at the confirmation decides whether and when a file is purged', async () => {
  const { client, simulator } = standin()
  await configure(client, 'standin-plain', { purgeFileTransferGracePeriod: 'PT0.25S' })
  const fileTransferId = await uploaded(client, { disableVirusScan: true })
  await client.call('fileTransfer.download', { as: recipient, params: { fileTransferId } })
  await client.call('fileTransfer.confirmDownload', { as: recipient, params: { fileTransferId } })

  await simulator.advance({ by: 249 })
  const before = await statusOf(client, fileTransferId)
  await simulator.advance({ by: 1 })

  expect(before.status).toBe('AllConfirmedDownloaded')
  expect((await statusOf(client, fileTransferId)).status).toBe('Purged')
})

test('any configuration that is accepted can be used and read', async ({ client }) => {
  const configuration = fc.record(
    {
      maxFileTransferSize: fc.integer({ min: 1, max: 1_677_721_600_000 }),
      fileTransferTimeToLive: fc.integer({ min: 0, max: 365 * 86_400 }).map((seconds) => `PT${seconds}S`),
      purgeFileTransferAfterAllRecipientsConfirmed: fc.boolean(),
      externalServiceCodeLegacy: fc.string({ maxLength: 7 }).filter((text) => !text.includes('\0')),
      externalServiceEditionCodeLegacy: fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 }),
    },
    { requiredKeys: [] },
  )

  await fc.assert(
    fc.asyncProperty(configuration, async ({ fileTransferTimeToLive, ...others }) => {
      const { status } = await configure(client, 'mine', { fileTransferTimeToLive, ...others })
      const { status: used } = await initializeOn(client, 'mine')

      expect([status, used]).toEqual([204, 200])
      expect(await configurationOf(client, 'mine')).toMatchObject(others)
    }),
    { numRuns: 50 },
  )
})

rule('file-transfer §9', 'a negative duration is taken, and a file transfer of a negative time to live is over at once', async () => {
  const { client, simulator } = standin()

  expect((await configure(client, 'mine', { fileTransferTimeToLive: '-P1D', purgeFileTransferGracePeriod: '-PT1H' })).status).toBe(204)
  const { body } = await initializeOn(client, 'mine')
  await simulator.advance({ until: 'settled' })

  expect(await configurationOf(client, 'mine')).toMatchObject({
    fileTransferTimeToLive: '-1.00:00:00',
    purgeFileTransferGracePeriod: '-01:00:00',
  })
  const shown = await client.call('fileTransfer.overview', { as: sender, params: { fileTransferId: body.fileTransferId } })
  expect(shown.body.fileTransferStatus).toBe('Purged')
})

for (const dialect of ['spec', 'live'] as const) {
  rule('file-transfer §7.4, decisions §1 #11', `${dialect}: what the database does not take is refused: a resource`, async () => {
    const { client, simulator, defects } = standin({ dialect })
    const status = dialect === 'live' ? 500 : 400

    for (const bad of [{ externalServiceCodeLegacy: '12345678' }, { externalServiceCodeLegacy: '\0' }, { requiredParty: '\0' }]) {
      const refused = await configure(client, 'mine', bad)
      expect([refused.status, refused.headers.get('cache-control')]).toEqual([status, status === 500 ? 'no-cache,no-store' : 'no-store'])
    }
    for (const good of ['1234567', '1234567   ', '😀😀😀😀😀😀😀'])
      expect((await configure(client, 'mine', { externalServiceCodeLegacy: good })).status).toBe(204)
    expect(defects).toEqual([])
    expect(simulator.world.journal.calls.list().at(-1)?.status).toBe(204)
  })
}

rule('file-transfer §7.4', 'the failure of the live broker names the path as it was read', async () => {
  const { client, send } = standin({ dialect: 'live' })
  const token = await client.token(owner)
  const instanceAt = async (path: string) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-standin-scenario': 'outage-database' }
    const reply = await send(new Request(`http://localhost/broker/api/v1/${path}`, { method: 'PUT', headers, body: '{}' }))
    return [reply.status, (await reply.json()).instance]
  }

  expect(await instanceAt('%72esource/standin%2Dplain/?a=b')).toEqual([500, '/broker/api/v1/resource/standin-plain/'])
  expect(await instanceAt('resource/%C3%A5%20%2F%ff%3A%22')).toEqual([500, '/broker/api/v1/resource/%C3%A5%20%2F%ff:%22'])
})

rule('file-transfer §9, notifications §4.3', 'a size is a whole number of 64 bits, also where a text writes it', async () => {
  const { client, send } = standin()
  const authorization = `Bearer ${await client.token(owner)}`
  async function statusFor(size: string): Promise<unknown> {
    const body = new TextEncoder().encode(`{"maxFileTransferSize":${size}}`)
    const headers = { authorization, 'content-type': 'application/json' }
    const answer = await send(new Request('http://standin.test/broker/api/v1/resource/standin-plain', { method: 'PUT', headers, body }))
    if (answer.status !== 400) return answer.status
    const problem = (await answer.json()) as { code?: string; errors?: object }
    return problem.code ?? Object.keys(problem.errors ?? {}).at(-1)
  }

  expect(await statusFor('"0000000000000000000000003"')).toBe(204)
  expect(await statusFor('9223372036854775807')).toBe('BRO-00022')
  expect(await statusFor('"9223372036854775807"')).toBe('BRO-00022')
  expect(await statusFor('-9223372036854775808')).toBe('BRO-00011')
  for (const beyond of ['9223372036854775808', '"9223372036854775808"', '-9223372036854775809', '1e3', '"1e3"', `"${'9'.repeat(100_000)}"`])
    expect(await statusFor(beyond), beyond.slice(0, 30)).toBe('$.maxFileTransferSize')
})

rule('file-transfer §7.4, decisions §1 #11', 'the id of a resource has no U+0000', async () => {
  const { status, problem } = await configure(standin().client, 'a\0', {})

  expect([status, problem.errors]).toEqual([400, { ResourceId: ['The text contains U+0000.'] }])
})

rule('file-transfer §7.4, file-transfer §9, decisions §1 #11', 'a duration that .NET cannot count fails in the live dialect', async () => {
  for (const length of ['P10675200D', '-P2147483647D', 'P999999999Y'])
    for (const member of ['fileTransferTimeToLive', 'purgeFileTransferGracePeriod']) {
      const statusIn = async (dialect: 'spec' | 'live') =>
        (await configure(standin({ dialect }).client, 'standin-plain', { [member]: length })).status

      expect([await statusIn('spec'), await statusIn('live')], `${member} ${length}`).toEqual([400, 500])
    }
})
