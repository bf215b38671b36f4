/** Maps findings and errors to the editor's fields. */
import type { NudgeType } from '#app/contract/nudges.ts'
import type { Finding } from '#app/domain/nudges/linter/finding.ts'

const firstOf: Partial<Record<NudgeType, string>> = {
  custom: 'content.text',
  discount: 'content.amount',
  conversion: 'content.goal',
  conversions: 'content.goal',
  reviews: 'content.source',
  delivery_date: 'content.holidaysUntil',
  free_delivery: 'content.restrictions',
}

/** The linter names parts of a nudge, but owners look for the field. */
export function fieldOfFinding(type: NudgeType, field: Finding['field']): string {
  switch (field) {
    case 'title':
    case 'text':
      return type === 'custom' ? `content.${field}` : `message.${field}`
    case 'one':
      return 'message.one'
    case 'content':
      return firstOf[type] ?? 'name'
    case 'query':
      return 'query.deadline'
    case 'rules':
      return 'rules.until'
    case 'placement':
      return 'placement.selector'
  }
}

/** Fields that consist of several inputs or rows share one place for messages. */
export const fieldOfPath = (path: string): string =>
  /^content\.(transit|thresholds|holidays)(?=\.)/.exec(path)?.[0] ?? path
