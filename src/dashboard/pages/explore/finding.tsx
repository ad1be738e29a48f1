/** What breaks the client: its sentence, and the scenario that shows it. */
import { Badge } from '../../components/badge.tsx'
import { Text } from '../../components/text.tsx'
import { useChange } from '../../data/control.ts'
import { hrefOf } from '../../shell/address.ts'
import type { Finding } from './exploration.ts'

export function FindingCard({
  finding: { sentence, problem, certain, run, name, scenario, file, capsule },
}: {
  readonly finding: Finding
}) {
  const define = useChange('control.defineScenario')
  const on = useChange('control.activateScenario', (reply) => `${reply.name} is on. Run your client against this world.`)
  return (
    <article class="card finding" id={`found ${name}`} aria-label={name}>
      <h2>
        <Text>{sentence}</Text>
      </h2>
      <p class="quiet">
        <Badge tone="bad">{problem}</Badge> {!certain && <Badge tone="warn">not each time</Badge>} run {run}
        {[file, capsule].map((path) => path != null && <code key={path}>{path}</code>)}
      </p>
      <div class="actions start">
        <button
          type="button"
          class="primary"
          disabled={define.isPending || on.isPending}
          onClick={() =>
            define.mutate({ body: { ...scenario, name } }, { onSuccess: (defined) => on.mutate({ params: { name: defined.name } }) })
          }
        >
          Switch it on
        </button>
        <a href={hrefOf(['scenarios', '_', 'edit'], { found: name, as: name })}>Open it in the editor</a>
      </div>
    </article>
  )
}
