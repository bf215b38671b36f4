/** Maps findings and errors to the editor's fields. */
import type { NudgeType } from '#app/contract/nudges.ts'
import { nudgeDefinitions } from '#app/domain/nudges/types/registry.ts'
import type { Finding } from '#app/domain/nudges/linter/finding.ts'

/** The linter names parts of a nudge, but owners look for the field. */
export function fieldOfFinding(type: NudgeType, field: Finding['field']): string {
  switch (field) {
    case 'title':
    case 'text':
      // A type that takes no custom message has these among its own fields, or nowhere.
      return hasInput(type, field) ? `content.${field}` : `message.${field}`
    case 'one':
      return 'message.one'
    case 'content':
      return findingsField(type)
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

const hasInput = (type: NudgeType, name: string) => {
  const { fields } = nudgeDefinitions[type]
  return fields?.kind === undefined && fields?.inputs.some((input) => input.name === name) === true
}

const findingsField = (type: NudgeType) => {
  const name = nudgeDefinitions[type].fields?.findings ?? null
  return name === null ? 'name' : `content.${name}`
}
