/** The types of an exploration, and a report from a file. */
import type { ControlReply } from '../../../control/client.ts'

export type Exploration = ControlReply<'control.showExploration'>
export type Progress = NonNullable<Exploration['progress']>
export type Report = NonNullable<Exploration['report']>
export type Finding = Report['findings'][number]
export type Point = Report['points'][number]

/** What a file with the output of `standin explore --format json` holds. The row that takes it says what is wrong with it. */
export async function reportIn(file: Blob): Promise<Exploration> {
  const report: unknown = JSON.parse(await file.text())
  return { command: null, progress: null, report: report as Report }
}
