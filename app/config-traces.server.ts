/** The part of the environment that is about traces, by OpenTelemetry's names. Read by config.server.ts. */
import { z } from 'zod'
import { ConfigError } from '#app/lib/config-error.ts'

/** https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/ */
export const traceVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  /** `name=value,name=value`, with values as in a URL. */
  OTEL_EXPORTER_OTLP_HEADERS: z.string().optional(),
  OTEL_SERVICE_NAME: z.string().min(1).default('footfall'),
  OTEL_TRACES_SAMPLER_ARG: z.coerce.number().min(0).max(1).default(0.01),
}

/** A collector of traces. */
export type TraceCollector = {
  /** Gets the traces by POST. */
  url: string
  headers: Readonly<Record<string, string>>
  /** As which the product appears there. */
  service: string
  /** Part of the traces that is sent, from 0 to 1. */
  ratio: number
}

/** @returns undefined: nothing is traced. @throws ConfigError */
export function tracesOf(
  data: z.output<z.ZodObject<typeof traceVariables>>,
): TraceCollector | undefined {
  const { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_EXPORTER_OTLP_HEADERS: headers } = data
  if (endpoint === undefined) return undefined
  return {
    url: `${endpoint}${endpoint.endsWith('/') ? '' : '/'}v1/traces`,
    headers: Object.fromEntries((headers ?? '').split(',').filter(Boolean).map(headerOf)),
    service: data.OTEL_SERVICE_NAME,
    ratio: data.OTEL_TRACES_SAMPLER_ARG,
  }
}

/** @throws ConfigError without the text, which can be a secret */
function headerOf(text: string): [string, string] {
  const at = text.indexOf('=')
  const name = text.slice(0, at).trim()
  if (at <= 0 || !/^[\w-]+$/.test(name)) {
    throw new ConfigError(
      'Configuration: OTEL_EXPORTER_OTLP_HEADERS must be name=value, separated by commas.',
    )
  }
  try {
    return [name, decodeURIComponent(text.slice(at + 1).trim())]
  } catch {
    throw new ConfigError(
      `Configuration: the value of ${name} in OTEL_EXPORTER_OTLP_HEADERS isn't encoded as in a URL.`,
    )
  }
}
