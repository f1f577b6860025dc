import type { Row, Section, Table } from "../../wire";

/** A table with only the rows in which all words occur; sections left without rows go. */
export function narrowed(table: Table, wanted: string): Section[] {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return table.sections;
  return table.sections
    .map((section) => ({ ...section, rows: section.rows.filter((row) => fits(section, row, words)) }))
    .filter((section) => section.rows.length > 0);
}

function fits(section: Section, row: Row, words: string[]): boolean {
  const said = `${section.title} ${row.cells.join(" ")}`.toLowerCase();
  return words.every((word) => said.includes(word));
}

/** Whether a row leads to a place on the map. */
export function leads(row: Row): boolean {
  return (row.hex ?? null) !== null || (row.unit ?? null) !== null;
}

/** Columns in which at least one row has something to say; the first always stays. */
export function usedColumns(table: Table): number[] {
  return table.columns
    .map((_, index) => index)
    .filter(
      (index) =>
        index === 0 || table.sections.some((section) => section.rows.some((row) => row.cells[index])),
    );
}

/** Most letters that a column is given room for. */
const WIDEST = 15;

/** How many letters wide each of these columns has to be, the same in all sections; the first takes what is left. */
export function columnWidths(table: Table, columns: readonly number[]): number[] {
  return columns.slice(1).map((index) => {
    const cells = table.sections.flatMap((section) => section.rows.map((row) => row.cells[index] ?? ""));
    const longest = Math.max(...cells.map((cell) => cell.length), 1);
    return Math.min(WIDEST, longest);
  });
}
