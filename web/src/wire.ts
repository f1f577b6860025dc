// Made by tools/wire_ts.py from src/phaseline/server/wire/; do not edit. To make it anew: python tools/wire_ts.py

/** A hex, unit or seat by number, or another plain value of an order's field. */
export type Value = number | string | boolean | null | readonly Value[];

/** Why a request failed: one sentence, the field it is about, and what to do instead. */
export interface Problem {
  error: string;
  field: string | null;
  hint: string | null;
}

/** What this service offers. */
export interface About {
  version: string;
  games: GameAbout[];
  agents: AgentAbout[];
}

/**
 * A game to choose.
 *
 * `summary` is one or two sentences; `provenance` what is from the rulebook and what is reconstructed; `overlays` what
 * the map can show besides pieces; `packs` the data packs that the service was started with, left out without any.
 */
export interface GameAbout {
  key: string;
  title: string;
  summary: string;
  provenance: string[];
  seats: string[];
  scenarios: ScenarioAbout[];
  options: OptionAbout[];
  overlays: OverlayOffer[];
  questions: string[];
  puzzles: PuzzleAbout[];
  packs?: PackAbout[];
}

/**
 * A scenario to choose. `prospectus` tells length, size and difficulty, where its game knows them.
 *
 * `alike` names, by computer players that do no better here than another one, that other one.
 */
export interface ScenarioAbout {
  key: string;
  title: string;
  text: string;
  prospectus: Prospectus | null;
  alike: Record<string, string>;
}

/**
 * What helps to choose a scenario before it is set up.
 *
 * `length` tells turns, `time` what that means in evenings, `size` units and hexes. `alone` grades how well one person plays
 * both sides, `alone_text` tells why. `first` recommends it as the first of its game. `attacker` is the side that attacks, by name,
 * which is the one to begin with; "" where neither is.
 */
export interface Prospectus {
  length: string;
  time: string;
  size: string;
  difficulty: "easy" | "hard" | "medium";
  alone: "fair" | "poor" | "well";
  alone_text: string;
  first?: boolean;
  attacker?: string;
}

/**
 * An option of a game. `choices` are the values of a `choice`.
 *
 * `title` is what it is about, in a few words; "" where nothing is said.
 */
export interface OptionAbout {
  name: string;
  type: "bool" | "choice" | "int" | "str";
  default: boolean | number | string;
  choices: string[];
  title: string;
  help: string;
}

/** An overlay that a game has. `unit` says that it can be asked for one unit besides for all of them. */
export interface OverlayOffer {
  key: string;
  title: string;
  help: string;
  unit?: boolean;
}

/** A puzzle to try: a scenario of its own, `key`, with a task for the seat `seat`. `lesson` is told when it is over. */
export interface PuzzleAbout {
  key: string;
  title: string;
  grade: "easy" | "hard" | "medium";
  task: string;
  lesson: string;
  seat: number;
}

/**
 * A data pack that matches of a game may be played with; `note` and `author` are its own words.
 *
 * `adds` are scenarios that the game has not, `changes` those of the game that are others with it.
 */
export interface PackAbout {
  name: string;
  version: string;
  fingerprint: string;
  author: string;
  note: string;
  adds: ScenarioAbout[];
  changes: ScenarioAbout[];
}

/**
 * A computer player to choose: `text` says how it plays, `games` which games it knows.
 *
 * `level` says that it is one of the levels of strength that people choose by name; others are for comparing with.
 */
export interface AgentAbout {
  key: string;
  title: string;
  text: string;
  games: string[];
  level: boolean;
}

/** The hexes of a map. `width` and `height` count columns and rows. */
export interface GridData {
  width: number;
  height: number;
  orientation: "flat" | "pointy";
  hexes: GridHex[];
}

/** A hex of the map: `x`, `y` its centre in scene units, `name` of the place in it, if any. */
export interface GridHex {
  id: number;
  label: string;
  x: number;
  y: number;
  terrain: string;
  name?: string;
}

/**
 * What something on the map means. `key` is the terrain or hexside feature, `kind` which of the two; `text` its effects.
 *
 * `color` is the one it is printed in, as `#rrggbb`; "" for what has none.
 */
export interface LegendEntry {
  key: string;
  title: string;
  kind?: "hexside" | "mark" | "terrain";
  color?: string;
  text?: string;
}

/**
 * A scenario's map, drawn, with its hexes, its units and its printed tables. Scene units: 100 to a hex width.
 *
 * `frame` are the hexes that the scenario is about; none for the whole map.
 */
export interface MapData {
  scene: Scene;
  grid: GridData;
  frame: number[];
  roster: RosterUnit[];
  legend: LegendEntry[];
  charts: Table[];
}

/**
 * A whole picture.
 *
 * Attributes:
 *     name: key of the map.
 *     title: title of the map.
 *     box: left, top, width, height of the picture.
 *     field: left, top, width, height of the map within its frame.
 *     layers: from bottom to top.
 *     paints, letterings: the styles items name.
 *     symbols: small drawings that stamps set down, each about 100 units high around the origin.
 *     paths: path data used more than once, and for clipping.
 *     ground: colour behind everything.
 */
export interface Scene {
  name: string;
  title: string;
  box: [number, number, number, number];
  field: [number, number, number, number];
  layers: Layer[];
  paints: Record<string, Paint>;
  letterings: Record<string, Lettering>;
  symbols: Record<string, Outline[]>;
  paths: Record<string, string>;
  ground: string;
}

/**
 * Items drawn together, in order; ``clip`` names outlines of the scene beyond which nothing shows.
 *
 * The layer is for pictures of at least ``least`` and, if that is not 0, less than ``below`` pixels a scene unit.
 */
export interface Layer {
  name: string;
  items: (Outline | Stamps | Text)[];
  clip?: string[];
  least?: number;
  below?: number;
}

/**
 * One or more curves as SVG path data, in one paint; ``#land`` stands for the shared path of that name.
 *
 * Overlapping rings unite where they run the same way round, and cut holes where they do not (``nonzero``).
 */
export interface Outline {
  is: "outline";
  d: string;
  paint: string;
}

/** A symbol set down at many points: x, y, x, y ... at a size, turned by degrees clockwise. */
export interface Stamps {
  is: "stamps";
  symbol: string;
  at: number[];
  size?: number;
  turn?: number;
}

/** A line of text. ``anchor`` is the horizontal one; y is the base line; ``turn`` in degrees clockwise. */
export interface Text {
  is: "text";
  text: string;
  x: number;
  y: number;
  lettering: string;
  anchor?: string;
  turn?: number;
  size?: number;
  spacing?: number;
}

/** How an outline is filled and stroked. Colours are ``#rrggbb`` or empty; widths in scene units. */
export interface Paint {
  fill?: string;
  stroke?: string;
  width?: number;
  dash?: number[];
  opacity?: number;
  butt?: boolean;
}

/** How text is set: face (see `faces.FACES`), size and extra letter spacing in scene units, colours. */
export interface Lettering {
  face: string;
  size: number;
  fill: string;
  halo?: string;
  halo_width?: number;
  spacing?: number;
  upper?: boolean;
}

/**
 * A unit that the scenario has, whether it is on the map or not. `side` is a seat, None when it is nobody's.
 *
 * `symbol`, `size`, `group`, `shape` and `short` are those of its piece.
 */
export interface RosterUnit {
  unit: number;
  title: string;
  side: number | null;
  symbol?: string;
  size?: string;
  group?: string;
  shape?: "block" | "counter";
  short?: string;
}

/** A table for people: order of battle, arrivals. */
export interface Table {
  key: string;
  title: string;
  columns: string[];
  sections: Section[];
  note?: string;
}

/** Rows of a table under a heading, e.g. an army group. `side` colours it; `note` sums it up, e.g. `12 of 15 on the map`. */
export interface Section {
  title: string;
  rows: Row[];
  side?: number | null;
  note?: string;
}

/**
 * A row of a table: its cells, and the piece and place it is about, if any. `faint` for what is over or gone.
 *
 * `symbol`, `size`, `group`, `shape` and `short` are those of the piece.
 */
export interface Row {
  cells: string[];
  side?: number | null;
  unit?: number | null;
  hex?: number | null;
  symbol?: string;
  size?: string;
  group?: string;
  shape?: "block" | "counter";
  short?: string;
  faint?: boolean;
}

/**
 * A case of a rulebook in our own words. `chapter` is the first part of its number.
 *
 * Rulings have a chapter of their own, `Rulings`: their number is R and a number, their title what was asked.
 */
export interface RuleCase {
  case: string;
  title: string;
  text: string;
  chapter: string;
}

/** All cases of a rulebook, in its order, then the rulings on it. */
export interface Rules {
  cases: RuleCase[];
}

/** The answer as plain data; `guessed` when it rests on what the viewer cannot see. */
export interface AnswerReply {
  type: "reply";
  id: number;
  answer: unknown;
  guessed: boolean;
}

/** What was seen after an entry, for looking back. */
export interface AskAt {
  do: "at";
  entry: number;
  id: number;
}

/** The prospects of the battle whose dice fell at an entry, as they were just before; `hex` says of which, if of several. */
export interface AskBefore {
  do: "before";
  entry: number;
  hex?: number | null;
  id: number;
}

/** What to know before the first decision. */
export interface AskBriefing {
  do: "briefing";
  id: number;
}

/** Whether an order with all its values could not be taken back once it was given. */
export interface AskFinal {
  do: "final";
  verb: string;
  chosen?: Value[];
  id: number;
}

/** The prospects of the pending battle, or of the one that an order begun so leads to. */
export interface AskForecast {
  do: "forecast";
  verb?: string | null;
  chosen?: Value[];
  id: number;
}

/** A hex in words. */
export interface AskHex {
  do: "hex";
  hex: number;
  id: number;
}

/** What a computer player would do in the viewer's place. */
export interface AskHint {
  do: "hint";
  id: number;
}

/** What the dice gave in battle, against what was to be expected of them. */
export interface AskLuck {
  do: "luck";
  id: number;
}

/** What the viewer's seat keeps with the match. */
export interface AskNotes {
  do: "notes";
  id: number;
}

/** What ends the match, what is due, and what would happen if the phase ended now. */
export interface AskOutlook {
  do: "outlook";
  id: number;
}

/** Areas to draw over the map: one of the game's `overlays`, for all or for one unit. */
export interface AskOverlay {
  do: "overlay";
  key: string;
  unit?: number | null;
  id: number;
}

/** The way that an order begun so would take. */
export interface AskPath {
  do: "path";
  verb: string;
  chosen?: Value[];
  id: number;
}

/** What a computer player means to do: in an open match, when it is over, or when the viewer's seat is its own. */
export interface AskPlan {
  do: "plan";
  seat?: number | null;
  id: number;
}

/** One of the game's questions, answered as far as the viewer can know. */
export interface AskQuestion {
  do: "ask";
  question: string;
  args?: Record<string, Value>;
  id: number;
}

/** Where on the map orders may lead now, for a page to bring it into view. */
export interface AskReach {
  do: "reach";
  id: number;
}

/** Charts of the match so far. */
export interface AskSeries {
  do: "series";
  id: number;
}

/** A table for people. */
export interface AskTable {
  do: "table";
  key: "arrivals" | "order_of_battle";
  id: number;
}

/** The turn track. */
export interface AskTurns {
  do: "turns";
  id: number;
}

/** Which values the next field may take, after the values `chosen`. */
export interface AskValues {
  do: "values";
  verb: string;
  chosen?: Value[];
  id: number;
}

/** Why an order may not begin with these values; nothing if it may. */
export interface AskWhy {
  do: "why";
  verb: string;
  chosen?: Value[];
  id: number;
}

/** What was seen then. */
export interface AtReply {
  type: "reply";
  id: number;
  state: Moment;
}

/** All a viewer sees at one moment. */
export interface Moment {
  entry: number;
  stamp: number;
  seat: number | null;
  acting: number | null;
  eyes: number[];
  open: boolean;
  waiting: number[];
  thinking: number[];
  path: string[];
  place: string[];
  turn: number | null;
  prompt: string;
  case: string;
  legal: OrderKind[];
  weighing: boolean;
  battle: number | null;
  left: string[];
  unspent: Line[];
  sole: Sole | null;
  undo: Undo;
  redo: boolean;
  outcome: Outcome | null;
  players: Player[];
  live: boolean;
  sheet: Sheet;
}

/**
 * A kind of order that may be given now.
 *
 * The first field may take `count` values: `units` are the viewer's own units that stand on the map, `first` all others.
 * When there are more than fit, both are empty, and `values` asks for them. `passes` says that it ends the step without
 * doing anything, `gives_up` that it gives up something the viewer has: it wants to be chosen by name. `adds` says that it
 * adds one of several, all of which may be wanted at once, `yields` that a click which fits another kind as well means that
 * one. `idle` are those of `units` that have nothing to gain by it just now.
 */
export interface OrderKind {
  verb: string;
  title: string;
  help: string;
  case: string;
  fields: Field[];
  units: number[];
  first: Choice[];
  count: number;
  passes: boolean;
  idle: number[];
  gives_up: boolean;
  adds: boolean;
  yields: boolean;
}

/** A field of an order: `kind` is `unit`, `hex`, `seat`, `int`, `str`, `bool` or a kind of the game's own. */
export interface Field {
  name: string;
  kind: string;
  prompt: string;
}

/**
 * A value the next field of an order may take.
 *
 * `value` goes back in the order, `token` is its notation, `title` its name for people, `hint` a short remark such as
 * `2 of 4`; `tint` what choosing it amounts to; `hexes` and `units` show where it is when it is neither itself.
 */
export interface Choice {
  value: Value;
  token: string;
  title: string;
  hint?: string;
  tint?: "" | "advance" | "air" | "attack" | "deploy" | "engage" | "move" | "rail" | "refuse" | "retreat" | "sea" | "spend" | "supply";
  hexes?: number[];
  units?: number[];
}

/** One line of an explanation: what, the case it rests on, and its value or effect, such as `2 left` or `7`. */
export interface Line {
  text: string;
  case?: string;
  value?: string;
}

/**
 * The only order that may be given now, where nothing hangs on it: it neither rolls, shows nor hides anything.
 *
 * A page may give it for its seat unasked. `title` is its kind's.
 */
export interface Sole {
  verb: string;
  values: Value[];
  title: string;
}

/** Whether the viewer's last order can be taken back, and why not. */
export interface Undo {
  possible: boolean;
  why: string | null;
}

/**
 * How a finished match ended.
 *
 * `winner` is a seat index or None for a draw, `case` the case that decided, `reason` one short sentence, `level`
 * the degree of victory if the game has any, `scores` the final points by seat.
 */
export interface Outcome {
  winner: number | null;
  case: string;
  reason: string;
  level: string;
  scores: number[];
}

/** Who plays a seat. An agent is named by its key; a human may have a name; who is `remote` plays by mail. */
export interface Player {
  kind: "agent" | "human" | "remote";
  name?: string | null;
  agent?: string | null;
}

/** All that is drawn of a view. `badges` says how the marks of pieces show on them; one not named has a plain disc. */
export interface Sheet {
  pieces: Piece[];
  marks: Mark[];
  tracks: Track[];
  badges: Record<string, Badge>;
}

/**
 * A counter or block on the map, or beside it when `hex` is None: then `place` names the box or track.
 *
 * `side` is the seat it belongs to (None: nobody's); `label` one or two characters for small drawings; `title` its
 * full name, `short` what fits on it ("" when that is the title); `shape` what it is made of; `strength` what is
 * printed at its foot; `symbol` a NATO symbol name such as `armour`, `size` its echelon (`XX`, `XXX`, `XXXX`); `group`
 * the nationality or army that gives it its colours; `steps` of `max_steps` what it has left; `face_down` whether only
 * its back is seen by the viewer, `hidden` whether only its owner sees its face; `marks` short states such as `moved`
 * or `out of supply`, as the sheet's `badges` draw them; `unit` the roster index when the viewer knows it.
 */
export interface Piece {
  side: number | null;
  label: string;
  title: string;
  short?: string;
  shape?: "block" | "counter";
  hex?: number | null;
  unit?: number | null;
  strength?: string;
  symbol?: string;
  size?: string;
  group?: string;
  steps?: number | null;
  max_steps?: number | null;
  face_down?: boolean;
  hidden?: boolean;
  marks?: string[];
  place?: string;
}

/**
 * Something about a hex that is not a piece: a controlled town, an objective, a beachhead.
 *
 * `to` is another hex for what leads from one to the other: an attack over a hexside, a bridge.
 */
export interface Mark {
  hex: number;
  text: string;
  side?: number | null;
  kind?: "" | "attack" | "battle" | "beachhead" | "bridge" | "city" | "control" | "fortress" | "objective" | "plan" | "port" | "ruin" | "strike" | "supply";
  to?: number | null;
}

/** A named value shown beside the map, such as the turn, the weather or the victory points; `side` if it is one's own. */
export interface Track {
  name: string;
  text: string;
  side?: number | null;
}

/** How a mark of pieces is drawn: its tone, and the character on the disc, where there is one. */
export interface Badge {
  tone?: "bad" | "flat" | "good" | "plain" | "silent" | "spent";
  letter?: string;
}

/** The briefing; none for a scenario without one. */
export interface BriefingReply {
  type: "reply";
  id: number;
  briefing: Briefing | null;
}

/**
 * What a player should know before the first decision.
 *
 * `aims` has the reader's own first, and `advice` is for the reader: a spectator gets none. `length` tells turns, `time` what
 * that means in evenings. `frame` are the hexes to bring into view.
 */
export interface Briefing {
  situation: string;
  aims: Aim[];
  length: string;
  time: string;
  special?: Line[];
  advice?: string[];
  frame?: number[];
  objectives?: Objective[];
}

/** What a side must do, or keep the other from doing: each condition with its case. */
export interface Aim {
  side: number;
  lines: Line[];
}

/** Hexes that decide, and what they are worth; in an outlook `side` holds them (None: nobody). */
export interface Objective {
  title: string;
  hexes: number[];
  case?: string;
  side?: number | null;
}

/** What the viewer sees now, told whenever it changes, and what happened: all that it knew from entry `since` on goes. */
export interface ChangeMessage {
  type: "change";
  since: number;
  events: MatchEvent[];
  state: Situation;
  sheet: SheetChange;
}

/**
 * Something that happened, as far as the viewer may know.
 *
 * `seat` gave the order; `hexes` and `units` name places; `by` is whose dice were rolled (None: nobody's), `lit` the
 * faces that count by themselves; `battle` is the hex of the battle that it is part of, `contest`
 * the title of another contest of dice that it is part of (empty: of none); `turn` is whose turn it was (None: nobody's alone).
 */
export interface MatchEvent {
  entry: number;
  kind: string;
  text: string;
  case: string;
  seat?: number | null;
  hexes?: number[];
  units?: number[];
  draw?: Draw | null;
  by?: number | null;
  lit?: number[];
  battle?: number | null;
  contest?: string;
  turn?: number | null;
}

/** Dice rolled together for one purpose: `values` are 1..`sides`. `seats` is who may see them, None for all. */
export interface Draw {
  purpose: string;
  sides: number;
  values: number[];
  seats: number[] | null;
}

/**
 * What a viewer sees at one moment, besides what is drawn.
 *
 * `entry` is the last entry; send it back with an order. `stamp` changes with everything that happens to the match,
 * also when an entry is taken back; sent back too, it tells stale orders apart without fail. `seat` is whose eyes
 * these are (None: a spectator's, or in an open match everybody's); `eyes` which seats the viewer may `sit` on.
 * `path` is the place in the sequence of play by the names that its steps have, outermost first, `place` the same in
 * the words that players read, `turn` whose turn that is (None: nobody's alone). `acting` is the seat whose orders `legal` lists. `weighing` says that it is putting an
 * attack together, `battle` where one is being fought. `left` says what can still be done; `live` is false for a look
 * back; `thinking` are the seats of computers at work; `sole` is the order of a step in which nothing is decided.
 */
export interface Situation {
  entry: number;
  stamp: number;
  seat: number | null;
  acting: number | null;
  eyes: number[];
  open: boolean;
  waiting: number[];
  thinking: number[];
  path: string[];
  place: string[];
  turn: number | null;
  prompt: string;
  case: string;
  legal: OrderKind[];
  weighing: boolean;
  battle: number | null;
  left: string[];
  unspent: Line[];
  sole: Sole | null;
  undo: Undo;
  redo: boolean;
  outcome: Outcome | null;
  players: Player[];
  live: boolean;
}

/**
 * What is drawn otherwise than it was told last.
 *
 * Lists are changed by splices, one after the other: from a place on so many items go, and these come. `badges` are told
 * anew when there are others, or not at all.
 */
export interface SheetChange {
  pieces: [number, number, Piece[]][];
  marks: [number, number, Mark[]][];
  tracks: [number, number, Track[]][];
  badges: Record<string, Badge> | null;
}

/** A message could not be understood or answered; `id` is None when it had none. */
export interface ErrorMessage {
  type: "error";
  id: number | null;
  error: string;
  field: string | null;
  hint: string | null;
}

/**
 * Whether it stands once it is given, as far as the viewer can know: dice fall, or something hidden is shown.
 *
 * `onward` is the next battle, whose dice fall with it when it ends the one under way; "" when they do not.
 */
export interface FinalReply {
  type: "reply";
  id: number;
  final: boolean;
  onward: string;
}

/** The prospects; None without a battle. */
export interface ForecastReply {
  type: "reply";
  id: number;
  forecast: Forecast | null;
}

/**
 * The exact prospects of a battle, pending or planned.
 *
 * `lines` are the strengths and every shift with its case; `columns` the columns of the results table and `column` the
 * final one; `rows` each result with its chance; `spreads` what may become of sides and units; `guessed` that hidden
 * facts were assumed. `hex` is where it is fought, `losses` what the losses of its rows count: steps, or the points that are
 * printed on the counters. `legend` puts the table's results into words: `value` is what is printed, `text` what it means.
 * `hopeless` says that the attack fails whatever the dice show: nothing costs those who are attacked anything, or drives them
 * away.
 */
export interface Forecast {
  title: string;
  summary: string;
  lines?: Line[];
  columns?: string[];
  column?: number | null;
  rows?: ForecastRow[];
  spreads?: Spread[];
  hex?: number | null;
  guessed?: boolean;
  losses?: "points" | "steps";
  legend?: Line[];
  hopeless?: boolean;
}

/**
 * One possible result: its exact `chance` as a fraction such as `5/36`, its `percent`, and what it means.
 *
 * `cells` are what a results table prints in the row, one a column of the forecast. `highlight` marks what stands out.
 * `totals` are the sums of the dice that bring it about, `losses` what each seat then loses, in the unit that the forecast says.
 */
export interface ForecastRow {
  label: string;
  chance?: string;
  percent?: number;
  text?: string;
  cells?: string[];
  highlight?: boolean;
  totals?: number[];
  losses?: number[];
}

/** A table of chances inside a forecast: what may become of one side or unit. `side` as for pieces. */
export interface Spread {
  title: string;
  rows: ForecastRow[];
  side?: number | null;
  unit?: number | null;
  guessed?: boolean;
}

/** Give again the order last taken back. */
export interface GiveAgain {
  do: "redo";
  id: number;
}

/** Give an order: `verb` and `values`, or its notation as `text`. `entry` is the last entry seen. */
export interface GiveOrder {
  do: "order";
  entry: number;
  verb?: string | null;
  values?: Value[];
  text?: string | null;
  stamp?: number | null;
  id: number;
}

/** The hex. */
export interface HexReply {
  type: "reply";
  id: number;
  hex: HexText;
}

/** A hex in words: its printed label, its name, and lines about terrain, control, stacking, ports, supply ... */
export interface HexText {
  label: string;
  title: string;
  lines: Line[];
}

/** The suggestion; None when the viewer has nothing to decide. */
export interface HintReply {
  type: "reply";
  id: number;
  hint: Suggestion | null;
}

/**
 * An order that a computer player would give in the viewer's place, and its reasons in words.
 *
 * `text` is its notation, `told` whom and where it names as people say it, behind the title of its kind.
 */
export interface Suggestion {
  text: string;
  told: string;
  verb: string;
  values: Value[];
  reasons: string[];
}

/** Have computer players order at once, with what they have thought so far, until a person has to decide again. */
export interface Hurry {
  do: "hurry";
  id: number;
}

/** Keep a note on a hex or a unit, or the name of the moment after an entry; an empty text takes it away. */
export interface KeepNote {
  do: "note";
  sort: "entry" | "hex" | "unit";
  number: number;
  text: string;
  id: number;
}

/** Every throw that the viewer saw, in order. */
export interface LuckReply {
  type: "reply";
  id: number;
  throws: Throw[];
}

/**
 * What the dice of a battle gave `side`, who rolled them, against what was to be expected (`exact`: as a fraction).
 *
 * Hits are those of the dice; steps and points (as printed on counters) are how many more the other side loses by the result than the one that rolled.
 */
export interface Throw {
  entry: number;
  side: number;
  hex: number;
  title: string;
  unit: "hits" | "points" | "steps";
  given: number;
  expected: number;
  exact: string;
}

/** What a seat has written down, for its own eyes: about a hex, a unit, or the moment after an entry. */
export interface Note {
  sort: "entry" | "hex" | "unit";
  number: number;
  text: string;
}

/** The notes, sorted by what they are about. */
export interface NotesReply {
  type: "reply";
  id: number;
  notes: Note[];
}

/** The order is carried out and kept: `entry` is the entry it made (or, after `undo`, the last that is left). */
export interface OrderReply {
  type: "reply";
  id: number;
  entry: number;
}

/**
 * The outlook, and what comes when the viewer ends the step: `combat`, `Turn 3`; "" where it cannot be told.
 *
 * `more` says whether it is the viewer who decides next, too.
 */
export interface OutlookReply {
  type: "reply";
  id: number;
  outlook: Outlook;
  follows: string;
  more: boolean;
}

/**
 * How the end of the match stands.
 *
 * `ends` tells what ends it and when; `due` what decides it, the most urgent first; `now` what would happen if the
 * phase ended now. `objectives` are those of the briefing by who holds them. `guessed` says that hidden facts were
 * assumed.
 */
export interface Outlook {
  ends?: Line[];
  due?: Stake[];
  now?: Line[];
  objectives?: Objective[];
  guessed?: boolean;
}

/**
 * One thing that decides the match, as it stands: `Ports`, `0 of 1 by the end of this turn`.
 *
 * `side` is whom it matters to, `level` how it stands for that side; `hexes` are the places it is about. `short` says the same
 * as `text` where there is little room ("": the text does).
 */
export interface Stake {
  title: string;
  text: string;
  case: string;
  side: number;
  level?: "" | "amber" | "green" | "red";
  hexes?: number[];
  short?: string;
}

/** The areas. */
export interface OverlayReply {
  type: "reply";
  id: number;
  overlay: Overlay;
}

/** Areas to be drawn over the map, e.g. where supply reaches. `note` is a line below; `guessed` says it rests on guesses. */
export interface Overlay {
  areas: Area[];
  note?: string;
  guessed?: boolean;
}

/** Hexes that an overlay marks alike. `side` colours them (None: neutral); `level` of `levels` shades them. */
export interface Area {
  title: string;
  hexes: number[];
  side?: number | null;
  style?: "dots" | "fill" | "hatch" | "outline";
  level?: number;
  levels?: number;
}

/** The hexes of the way, from the first to the last, and what it costs; none when there is no way to show. */
export interface PathReply {
  type: "reply";
  id: number;
  path: number[];
  cost: string;
}

/** The plan, a sentence a line. */
export interface PlanReply {
  type: "reply";
  id: number;
  plan: string[];
}

/** Every hex that an order may name, at once or after the unit it is for; of many units, those of some. */
export interface ReachReply {
  type: "reply";
  id: number;
  hexes: number[];
}

/** Why something may not be done: the case, and a sentence. */
export interface Refusal {
  case: string;
  text: string;
}

/** An order was refused by the rules, or came too late; nothing has changed. */
export interface RefusedMessage {
  type: "refused";
  id: number;
  case: string;
  text: string;
}

/** The answer to a message; by itself it says that the thing is done. */
export interface Reply {
  type: "reply";
  id: number;
}

/** A line of a chart: `points` are pairs of entry and value, one at the end of each phase; `labels` name them. */
export interface Series {
  key: string;
  title: string;
  side: number | null;
  points: [number, number][];
  labels: string[];
}

/** The lines of the charts; equal keys belong in one chart. */
export interface SeriesReply {
  type: "reply";
  id: number;
  series: Series[];
}

/** See with the eyes of another human seat; in an open match None sees with everybody's. */
export interface Sit {
  do: "sit";
  seat: number | null;
  id: number;
}

/** What the viewer sees, told when it connects, and what happened: all that it knew of entries from `since` on goes. */
export interface StateMessage {
  type: "state";
  since: number;
  events: MatchEvent[];
  state: Moment;
}

/** The table. */
export interface TableReply {
  type: "reply";
  id: number;
  table: Table;
}

/** Take back the viewer's last order. */
export interface TakeBack {
  do: "undo";
  id: number;
}

/**
 * A computer player began to think, or (`since` None) has stopped. `since` is UTC, ISO 8601.
 *
 * `share` is how much of the thinking about one order is done, from 0 to 1, where the player can tell.
 */
export interface ThinkingMessage {
  type: "thinking";
  seat: number;
  since: string | null;
  share: number | null;
}

/** The boxes of the turn track. */
export interface TurnsReply {
  type: "reply";
  id: number;
  turns: TurnCell[];
}

/** A box of the turn track: its title, what season or weather it has, and what happens. `now` marks the present one. */
export interface TurnCell {
  title: string;
  text?: string;
  lines?: Line[];
  now?: boolean;
  past?: boolean;
}

/** The values to choose from. */
export interface ValuesReply {
  type: "reply";
  id: number;
  values: Choice[];
}

/** The reason; None when there is none against it. */
export interface WhyReply {
  type: "reply";
  id: number;
  refusal: Refusal | null;
}

/**
 * From where to try something else: after this entry, with dice of its own. `pace` is as in `Summary`.
 *
 * Without `players` the same ones go on, and the branch is open to all if the match is bare. Others may be named where the
 * match keeps no secret of a person: where it is bare, or computers play each other.
 */
export interface BranchMatch {
  entry: number;
  title?: string | null;
  players?: Player[] | null;
  pace?: number | null;
}

/** What may change while a match is under way: its title, who plays, how long computers wait between orders. */
export interface ChangeMatch {
  title?: string | null;
  players?: Player[] | null;
  pace?: number | null;
}

/** A record to go on with. Without `players`, all seats are human. `open` is as in `NewMatch`. */
export interface ImportMatch {
  text: string;
  players?: Player[] | null;
  open?: boolean;
  title?: string | null;
}

/** A file to send to the other side, and the name it may have. */
export interface MailFile {
  name: string;
  text: string;
  state: MailState;
}

/**
 * How a match by mail stands.
 *
 * `status`: `offered` (by the user, nobody has accepted yet), `offer` (somebody else's, which may be accepted), `yours`
 * (the user has to decide something), `ready` (the user's part is over and can be sent), `theirs` (it was sent, the
 * other side has to answer), `over`. `match` is None as long as an offer is not accepted. `parts` counts what was sent
 * to and fro. `news` says what opening a file has brought.
 */
export interface MailState {
  status: "offer" | "offered" | "over" | "ready" | "theirs" | "yours";
  id: string;
  title: string;
  game: string;
  scenario: string;
  seats: MailSeat[];
  parts: number;
  match: Summary | null;
  news: string;
}

/** A seat of a match by mail; `key` is its player's public key, both None as long as nobody has taken it. */
export interface MailSeat {
  seat: number;
  title: string;
  name: string | null;
  key: string | null;
  you: boolean;
}

/**
 * A match in a list. `where` is the place in the sequence of play, outermost first; times are UTC, ISO 8601.
 *
 * `pace` is how many seconds a computer player waits between two of its orders, so that they can be followed. `damaged`
 * tells that what is stored of the match cannot be read: then nothing but `id` and `title` says anything.
 *
 * `packs` are the data packs it is played with; left out without any. In the list, `lacks` says which of them is not here as
 * it was then, so that the match cannot be opened; left out where all is well.
 */
export interface Summary {
  id: string;
  title: string;
  game: string;
  scenario: string;
  options: Record<string, Value>;
  players: Player[];
  open: boolean;
  pace: number;
  orders: number;
  waiting: number[];
  where: string[];
  outcome: Outcome | null;
  created: string;
  changed: string;
  damaged: boolean;
  packs?: PackMark[];
  lacks?: string;
}

/** What a record says of a pack: its name and version, and a fingerprint of its data. */
export interface PackMark {
  name: string;
  version: string;
  fingerprint: string;
}

/** Who the user of this service is by mail. `key` is public: others may compare it with what a file says. */
export interface MailIdentity {
  name: string;
  key: string;
}

/** A file that came by mail. `name` is the user's, if an offer in it is to be accepted. */
export interface MailText {
  text: string;
  name?: string | null;
}

/** A match to offer by mail: the seat that the user takes, and under which name. With `packs` it is refused. */
export interface NewMail {
  game: string;
  scenario: string;
  seat: number;
  options?: Record<string, Value>;
  name?: string | null;
  title?: string | null;
  packs?: string[];
}

/**
 * A match to start. `open` shows both sides to everybody; `seed` is 64 hex digits; `pace` as in `Summary`.
 *
 * `packs` are data packs of the service by name or fingerprint, each laid over those before it.
 */
export interface NewMatch {
  game: string;
  scenario: string;
  options?: Record<string, Value>;
  players?: Player[];
  open?: boolean;
  seed?: string | null;
  title?: string | null;
  pace?: number | null;
  packs?: string[];
}

export type AnyAsk = GiveOrder | TakeBack | GiveAgain | Sit | Hurry | AskValues | AskWhy | AskPath | AskFinal | AskForecast | AskOverlay | AskHex | AskReach | AskTable | AskTurns | AskBriefing | AskOutlook | AskAt | AskSeries | AskBefore | AskLuck | AskNotes | KeepNote | AskPlan | AskHint | AskQuestion;

export type ServerMessage = StateMessage | ChangeMessage | ThinkingMessage | RefusedMessage | ErrorMessage;

/** What may be asked over the websocket, and what it is answered with. */
export interface Asks {
  order: [GiveOrder, OrderReply];
  undo: [TakeBack, OrderReply];
  redo: [GiveAgain, OrderReply];
  sit: [Sit, Reply];
  hurry: [Hurry, Reply];
  values: [AskValues, ValuesReply];
  why: [AskWhy, WhyReply];
  path: [AskPath, PathReply];
  final: [AskFinal, FinalReply];
  forecast: [AskForecast, ForecastReply];
  overlay: [AskOverlay, OverlayReply];
  hex: [AskHex, HexReply];
  reach: [AskReach, ReachReply];
  table: [AskTable, TableReply];
  turns: [AskTurns, TurnsReply];
  briefing: [AskBriefing, BriefingReply];
  outlook: [AskOutlook, OutlookReply];
  at: [AskAt, AtReply];
  series: [AskSeries, SeriesReply];
  before: [AskBefore, ForecastReply];
  luck: [AskLuck, LuckReply];
  notes: [AskNotes, NotesReply];
  note: [KeepNote, Reply];
  plan: [AskPlan, PlanReply];
  hint: [AskHint, HintReply];
  ask: [AskQuestion, AnswerReply];
}
