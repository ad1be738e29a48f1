/** Verdicts as one page of HTML without scripts, to keep as an artefact of a build. */
import { xmlText as escaped } from '../../quoting.ts'
import { type Judgement, type Judgements, said, titleOf } from './judgement.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem auto;max-width:70rem;padding:0 1rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse;width:100%}th,td{text-align:left;vertical-align:top;padding:.4rem .6rem;border-bottom:1px solid #ccc}
.bad{color:#a11;font-weight:600}.advice{color:#850;font-weight:600}.good{color:#161}.not-exercised{color:#555}`

export function asHtml({ all, callers, others, notes, failed }: Judgements): string {
  const parts = callers.map((one) => `<h2>${escaped(titleOf(one))}</h2>\n${tableOf(all.filter(({ caller }) => caller === one.caller))}`)
  const lists = [
    ['What fails besides', others],
    ['Notes', notes],
  ] as const
  const about = lists.flatMap(([title, lines]) =>
    lines.length > 0 ? `<h2>${title}</h2>\n<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>` : [],
  )
  const title = `Verdicts on clients: ${failed ? 'failed' : 'passed'}`
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title><style>${style}</style></head>
<body><h1>${title}</h1>
${parts.length > 0 ? parts.join('\n') : '<p>No client has called.</p>'}
${about.join('\n')}
</body></html>
`
}

const tableOf = (judgements: readonly Judgement[]) =>
  `<table><thead><tr><th>Verdict</th><th>Is</th><th>Shown by</th><th>What to do</th></tr></thead><tbody>\n${judgements.map(rowOf).join('\n')}\n</tbody></table>`

function rowOf(judgement: Judgement): string {
  const { id, verdict, known, guidance, exercise, source } = judgement
  const isOffence = verdict === 'bad' || verdict === 'advice'
  const todo = isOffence ? guidance : exercise.length > 0 ? `Try ${exercise.join(', ')}.` : ''
  return `<tr><th scope="row">${escaped(id)}<br><small>${escaped(source)}</small></th><td class="${escaped(verdict)}">${escaped(verdict)}${known ? ', known' : ''}</td><td>${escaped(said(judgement))}</td><td>${escaped(todo)}</td></tr>`
}
