/** The report of an exploration as one page of HTML without scripts: a grid of calls and faults. */
import type { Explored } from '../../explore/report.ts'
import { escaped } from '../verdicts/escaped.ts'

const style = `body{font:16px/1.5 system-ui,sans-serif;margin:2rem;color:#1b1b1b;background:#fff}
table{border-collapse:collapse}th,td{text-align:left;padding:.2rem .5rem;border:1px solid #ccc;font-size:.8rem}
thead th{writing-mode:vertical-rl}.effective{background:#cfe8cf}.applied{background:#f5e6b8}.unmet{background:#f3c9c9}`

const words = { effective: 'effective', applied: 'changed nothing', unmet: 'never reached' } as const

export function asHtml({ findings, points, runs, seed, unstable }: Explored): string {
  const faults = [...new Set(points.map(({ fault }) => fault))].sort()
  const places = [...new Set(points.map(({ target, nth }) => `${target} ${nth}`))]
  const met = new Map(points.map((point) => [`${point.target} ${point.nth} ${point.fault}`, point]))
  const cell = (place: string, fault: string) => {
    const point = met.get(`${place} ${fault}`)
    return point ? `<td class="${point.meeting}" title="${escaped(point.why ?? '')}">${words[point.meeting]}</td>` : '<td></td>'
  }
  const rows = places.map((place) => `<tr><th scope="row">${escaped(place)}</th>${faults.map((fault) => cell(place, fault)).join('')}</tr>`)
  const effective = points.filter(({ meeting }) => meeting === 'effective').length
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Exploration: ${findings.length} found</title><style>${style}</style></head>
<body><h1>Exploration: ${findings.length} found</h1>
<p>${runs} runs with seed ${seed}. ${effective} of ${points.length} points effective.</p>
<ul>${findings.map(({ sentence }) => `<li>${escaped(sentence)}</li>`).join('\n')}</ul>
<table><thead><tr><th>Call or job</th>${faults.map((fault) => `<th scope="col">${escaped(fault)}</th>`).join('')}</tr></thead>
<tbody>
${rows.join('\n')}
</tbody></table>
${unstable.length > 0 ? `<h2>Not the same in two runs without faults</h2><ul>${unstable.map((each) => `<li>${escaped(each)}</li>`).join('')}</ul>` : ''}
</body></html>
`
}
