import { expect, onTestFinished, test, vi } from 'vitest'
import { answeredAddresses } from '../../src/hosts/msw.ts'

const isAnswered = answeredAddresses('*')

test('the MSW under test is the one that this project of Vitest is about', async () => {
  const { default: manifest } = await import('msw/package.json', { with: { type: 'json' } })

  expect(manifest.version).toMatch(process.env.MSW_VERSION ?? /^3\./)
})

test.each([
  '/future/orders',
  '/future/orders/nothing-yet',
  '/FUTURE/Shipment/x/',
  '/notifications/api/v1/future/orders/instant',
  '/notifications/api/v1/orders/x/cancel',
  '/orders/5a0f6f0e-64a5-4a4e-9d3b-0c8c6e1d7b52/cancel',
  '/Orders/x/Cancel/',
  '/production/orders/x/cancel',
  '/worlds/mine/production/orders/x/cancel',
  '/broker/api/v1/filetransfer',
  '/_standin/health',
])('%s is answered', (path) => {
  expect(isAnswered(`https://any.example${path}?query`)).toBe(true)
  expect(answeredAddresses('https://any.example')(`https://any.example${path}`)).toBe(true)
  expect(answeredAddresses('https://other.example')(`https://any.example${path}`)).toBe(false)
})

test.each(['/', '/orders', '/orders/x', '/orders/x/cancel/y', '/orders/x/y/cancel', '/orders//cancel', '/future', '/shop/orders/x/cancel'])(
  '%s is left to the user of MSW',
  (path) => {
    expect(isAnswered(`https://any.example${path}`)).toBe(false)
  },
)

test.each([
  'https://platform.tt02.altinn.no',
  'https://platform.altinn.no',
  'https://test.maskinporten.no',
  'https://maskinporten.no',
  'https://altinn-testtools-token-generator.azurewebsites.net',
  'http://localhost',
  'https://localhost:5173',
  'http://app.localhost:5173',
  'http://127.0.0.1:4300',
  'http://[::1]:4300',
])('%s is answered by default', (origin) => {
  expect(answeredAddresses()(`${origin}/orders/17/cancel`)).toBe(true)
})

test.each([
  'https://shop.example',
  'http://platform.tt02.altinn.no',
  'https://platform.tt02.altinn.no:8443',
  'https://platform.tt02.altinn.no.shop.example',
  'http://localhost.shop.example',
  'http://127.0.0.1.shop.example',
])('%s is left alone by default', (origin) => {
  for (const path of ['/orders/17/cancel', '/events', '/token', '/_standin/health'])
    expect(answeredAddresses()(`${origin}${path}`)).toBe(false)
})

test('in a browser, the origin of the page is answered by default', () => {
  vi.stubGlobal('location', { origin: 'https://app.example' })
  onTestFinished(() => void vi.unstubAllGlobals())

  expect(answeredAddresses()('https://app.example/future/orders')).toBe(true)
})

test('control rows are answered at the origin of the page, whatever origin the service has', () => {
  vi.stubGlobal('location', { origin: 'https://app.example' })
  onTestFinished(() => void vi.unstubAllGlobals())
  const isAnswered = answeredAddresses('https://service.example')

  for (const prefix of ['', '/worlds/mine']) {
    expect(isAnswered(`https://app.example${prefix}/_standin/health`)).toBe(true)
    expect(isAnswered(`https://other.example${prefix}/_standin/health`)).toBe(false)
    expect(isAnswered(`https://app.example${prefix}/future/orders`)).toBe(false)
  }
})

test('several origins are answered, and no others', () => {
  const isOneOf = answeredAddresses(['https://one.example', 'https://two.example'])

  expect(['one', 'two', 'three'].map((name) => isOneOf(`https://${name}.example/future/orders`))).toEqual([true, true, false])
  expect(isOneOf('http://localhost/future/orders')).toBe(false)
})

test.each([
  ['platform.altinn.no', 'Use scheme and host, for example https://platform.tt02.altinn.no, or *.'],
  ['https://platform.altinn.no/', 'Write https://platform.altinn.no.'],
  ['https://platform.altinn.no/notifications', 'Write https://platform.altinn.no.'],
  ['', 'Use scheme and host, for example https://platform.tt02.altinn.no, or *.'],
])('%j is refused as an origin', (origin, hint) => {
  expect(() => answeredAddresses(['https://one.example', origin])).toThrow(`origin: ${JSON.stringify(origin)} is not an origin. ${hint}`)
})

test.each(['data:text/plain,x', 'blob:nodedata:1', 'about:blank', 'https://any.example'])('%s has no path of the service', (url) => {
  expect(isAnswered(url)).toBe(false)
})
