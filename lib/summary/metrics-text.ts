import { compareText } from '../domain/compare-text.ts'

/** One number with its labels. */
export interface Sample {
  readonly labels: Readonly<Record<string, string>>
  /** Decimal digits: some count more than a number holds. */
  readonly value: string
}

/** A gauge and all of its samples. */
export interface Gauge {
  /** Letters, digits and `_`. */
  readonly name: string
  /** What it counts, one line. */
  readonly help: string
  readonly samples: readonly Sample[]
}

/** Gauges in Prometheus' text format 0.0.4, each sorted by its labels; one without samples is left out. */
export function metricsText(gauges: readonly Gauge[]): string {
  return gauges
    .filter(({ samples }) => samples.length > 0)
    .map(({ name, help, samples }) => {
      const lines = samples.map(({ labels, value }) => `${name}${labelsText(labels)} ${value}\n`)
      return `# HELP ${name} ${help}\n# TYPE ${name} gauge\n${lines.toSorted(compareText).join('')}`
    })
    .join('')
}

function labelsText(labels: Sample['labels']): string {
  const pairs = Object.entries(labels).map(([name, value]) => `${name}="${escaped(value)}"`)
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`
}

function escaped(value: string): string {
  return value.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`))
}
