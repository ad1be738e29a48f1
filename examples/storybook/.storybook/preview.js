/**
 * Gives each story a world of its own, as its parameter `standin` says: `given`, the sentence of a starting point, `scenario`, and `gate`, an
 * operation whose calls are not answered.
 */
import { setupStandin } from 'standin/mocks/browser'

const { worker, simulator } = setupStandin({ clock: 'frozen' })
let started

async function world({ id, parameters: { standin: { given, scenario, gate } = {} } }) {
  // Storybook loads this module for its index, too.
  started ??= worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
  await started
  // Stories of one page of documents are rendered at the same time.
  const own = simulator.knobs(id)
  own.reset()
  if (given !== undefined) await own.givens.arrange(given)
  if (scenario !== undefined) await own.scenarios.use(scenario)
  if (gate !== undefined) own.gate(gate, { at: 'before-work' })
  const { token } = await own.token({ orgNo: '370916446', scope: 'altinn:broker.read' })
  return { service: `${location.origin}/worlds/${id}`, token }
}

export default { loaders: [world] }
