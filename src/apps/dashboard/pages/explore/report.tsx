/** The parts of a report: findings, and for each area a grid of calls, jobs and faults that shows each fault's effect. */

import type { ControlReply } from '../../../../control/client.ts'
import { Button } from '../../components/button.tsx'
import { Badge, Scrolls } from '../../components/facts.tsx'
import { counted, Text } from '../../components/text.tsx'
import { useChange } from '../../data/control.ts'
import { hrefOf } from '../../shell/address.ts'

export type Exploration = ControlReply<'control.showExploration'>
export type Progress = NonNullable<Exploration['progress']>
export type Report = NonNullable<Exploration['report']>
type Finding = Report['findings'][number]
type Point = Report['points'][number]

/** Parses a file with the output of `standin explore --format json`. The row that receives the report validates it. */
export async function reportIn(file: Blob): Promise<Exploration> {
  const report: unknown = JSON.parse(await file.text())
  return { command: null, progress: null, report: report as Report }
}

export const meetings = {
  found: { mark: '✗', words: 'breaks the client', tone: 'bad' },
  effective: { mark: '●', words: 'effective', tone: 'good' },
  applied: { mark: '○', words: 'reached, but changed nothing', tone: 'warn' },
  unmet: { mark: '–', words: 'never reached', tone: 'quiet' },
} as const

const nameOf = ({ target, nth, fault }: Pick<Point, 'target' | 'nth' | 'fault'>) => `${target} ${nth} ${fault}`

export function Grids({ points, findings }: { readonly points: readonly Point[]; readonly findings: readonly Finding[] }) {
  const breaking = new Map(findings.flatMap((finding) => finding.faults.map((fault) => [nameOf(fault), finding] as const)))
  const byArea = Map.groupBy(points, ({ target }) => target.split('.')[0] ?? '')
  return (
    <>
      {[...byArea].map(([area, ofArea]) => (
        <Grid key={area} area={area} points={ofArea} breaking={breaking} />
      ))}
    </>
  )
}

interface GridProps {
  readonly area: string
  readonly points: readonly Point[]
  /** Keyed by the name of a fault point. */
  readonly breaking: ReadonlyMap<string, Finding>
}

function Grid({ area, points, breaking }: GridProps) {
  const faults = [...new Set(points.map(({ fault }) => fault))].sort()
  const places = Map.groupBy(points, ({ target, nth }) => `${target} ${nth}`)
  return (
    <section class="card" aria-label={`Faults of ${area}`}>
      <h2>{area}</h2>
      <Scrolls label={`Grid for ${area}`}>
        <table class="grid">
          <thead>
            <tr>
              <th scope="col">Call or job</th>
              {faults.map((fault) => (
                <th key={fault} scope="col">
                  <span>{fault}</span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {[...places].map(([occurrence, here]) => (
              <tr key={occurrence}>
                <th scope="row">
                  <Text>{occurrence}</Text>
                </th>
                {faults.map((fault) => (
                  <Cell key={fault} point={here.find((point) => point.fault === fault)} breaking={breaking} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolls>
      <Reasons points={points} />
    </section>
  )
}

function Cell({ point, breaking }: { readonly point: Point | undefined; readonly breaking: GridProps['breaking'] }) {
  if (!point) return <td />
  const finding = breaking.get(nameOf(point))
  const { mark, words, tone } = meetings[finding ? 'found' : point.meeting]
  return (
    <td class={tone} title={finding?.sentence ?? point.why ?? words}>
      <span aria-hidden="true">{mark}</span>
      <span class="unheard">{words}</span>
    </td>
  )
}

function Reasons({ points }: { readonly points: readonly Point[] }) {
  const idle = points.filter(({ meeting }) => meeting !== 'effective')
  if (idle.length === 0) return null
  const reasons = Map.groupBy(idle, ({ target, nth, why }) => `${target} ${nth}: ${why}`)
  return (
    <details>
      <summary>Not effective, with reasons: {counted(idle.length, 'point')}</summary>
      <ul>
        {[...reasons].map(([reason, all]) => (
          <Text key={reason} as="li">{`${reason}: ${all.map(({ fault }) => fault).join(', ')}`}</Text>
        ))}
      </ul>
    </details>
  )
}

export function FindingCard({
  finding: { sentence, problem, certain, run, name, scenario, file, capsule },
}: {
  readonly finding: Finding
}) {
  const define = useChange('control.defineScenario')
  const on = useChange('control.activateScenario', (reply) => `${reply.name} is on. Run your client against this world.`)
  const switchOn = () =>
    define.mutate({ body: { ...scenario, name } }, { onSuccess: (defined) => on.mutate({ params: { name: defined.name } }) })
  return (
    <article class="card finding" id={`found ${name}`} aria-label={name}>
      <Text as="h2">{sentence}</Text>
      <p class="quiet row">
        <Badge tone="bad">{problem}</Badge> {!certain && <Badge tone="warn">not every time</Badge>} run {run}
        {[file, capsule].map((path) => path != null && <code key={path}>{path}</code>)}
      </p>
      <div class="actions start">
        <Button label="Switch it on" class="primary" disabled={define.isPending || on.isPending} act={switchOn} />
        <a href={hrefOf(['scenarios', '_', 'edit'], { found: name, as: name })}>Open it in the editor</a>
      </div>
    </article>
  )
}
