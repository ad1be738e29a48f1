/**
 * Gives each story its own world. The story's `standin` parameter defines the world: `given` (a sentence that sets it up), `scenario`, and
 * `gate` (an operation that gets no reply).
 */
import { setupStandin } from 'standin/mocks/browser'

const { worker, simulator } = setupStandin({ clock: 'frozen' })
let started

async function world({ id, parameters: { standin: { given, scenario, gate } = {} } }) {
  // Storybook also loads this module for its index.
  started ??= worker.start({ quiet: true, onUnhandledFrame: 'bypass' })
  await started
  // Stories on the same documentation page are rendered at the same time.
  const own = simulator.knobs(id)
  own.reset()
  if (given !== undefined) await own.givens.arrange(given)
  if (scenario !== undefined) await own.scenarios.use(scenario)
  if (gate !== undefined) own.gate(gate, { at: 'before-work' })
  const { token } = await own.token({ orgNo: '370916446', scope: 'altinn:broker.read' })
  return { service: `${location.origin}/worlds/${id}`, token }
}

export default { loaders: [world] }
