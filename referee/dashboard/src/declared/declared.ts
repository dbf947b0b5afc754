/** Made from docs/asyncapi.yaml by tools/asyncapi/types.mjs: change the declarations, not this file. */

export type AcceptAnswer =
  | {
      ok: true;
      former?: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type AcknowledgeAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type AdjustPointsAnswer =
  | {
      ok: true;
      number: number;
      scores: number[];
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type AppealAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type BeginHanchanAnswer =
  | {
      ok: true;
      chairs: number[];
      keeps?: "nothing" | "penalties";
      number: number;
      void?: boolean;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type BeginHandAnswer =
  | {
      ok: true;
      dice: number[];
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type CallJudgeAnswer =
  | {
      ok: true;
      heard: boolean;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type CameraPictureAnswer =
  | {
      ok: true;
      bytes: number;
      clip: number;
      file: string;
      from_ms: number;
      page: ClipAddress | null;
      until_ms: number;
      why: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type ChangeGradeAnswer =
  | {
      ok: true;
      former?: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type ChomboAnswer =
  | {
      ok: true;
      former?: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type ClipAnswer =
  | {
      ok: true;
      bytes: number;
      clip: number;
      file: string;
      from_ms: number;
      page: ClipAddress | null;
      until_ms: number;
      why: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type CloseHanchanAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type CloseHandAnswer =
  | {
      ok: true;
      number: number;
      void?: boolean;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type CorrectAnswer =
  | {
      ok: true;
      made: string[];
      number: number;
      withdrawn: string[];
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type DeadHandAnswer =
  | {
      ok: true;
      former?: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type DismissAnswer =
  | {
      ok: true;
      former?: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type DisqualifyAnswer =
  | {
      ok: true;
      former?: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type EnterHandAnswer =
  | {
      ok: true;
      changes: number[];
      number: number;
      scores: number[];
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type EntriesAnswer =
  | {
      ok: true;
      after: number;
      newest: number;
      texts: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
/**
 * What was decided.
 *
 */
export type Event =
  | EventAppealMade
  | EventAttendantChanged
  | EventCallMade
  | EventCallWithdrawn
  | EventClaimedTileTaken
  | EventClockChanged
  | EventDrawPutOff
  | EventDrawTakenBack
  | EventFoulFound
  | EventFoulSuspected
  | EventHanchanCut
  | EventHanchanEnded
  | EventHanchanStarted
  | EventHanchanVoided
  | EventHandEnded
  | EventHandMoved
  | EventHandShown
  | EventHandStarted
  | EventIndicatorTurned
  | EventJudgeSummoned
  | EventMeldMade
  | EventMeldTakenBack
  | EventPaymentSeen
  | EventPlayBegun
  | EventPlayContinued
  | EventPlayResumed
  | EventPlayStopped
  | EventPlayTakenBack
  | EventPlayedOn
  | EventPlayerChanged
  | EventRefolded
  | EventResultEntered
  | EventResultSigned
  | EventRiichiAccepted
  | EventRiichiDeclared
  | EventRiichiTakenBack
  | EventRulingMade
  | EventScoresAdjusted
  | EventStickPlaced
  | EventSuspicionEnded
  | EventTenpaiAnnounced
  | EventTileDiscarded
  | EventTileDrawn
  | EventTimeCalled
  | EventTimeStood
  | EventUraTurned
  | EventWinAccepted
  | EventWinAwaited
  | EventWinShown;
export type Seat = number;
export type Tile = string;
/**
 * What was seen or said.
 *
 */
export type Observation =
  | ObservationAppealNoted
  | ObservationCallHeard
  | ObservationClockAdvanced
  | ObservationClockExtended
  | ObservationClockPaused
  | ObservationCorrected
  | ObservationFoulEntered
  | ObservationGongHeard
  | ObservationHanchanBegun
  | ObservationHanchanClosed
  | ObservationHandClosed
  | ObservationHandDealt
  | ObservationHandEntered
  | ObservationHandMoved
  | ObservationIndicatorSeen
  | ObservationInserted
  | ObservationJudgeCalled
  | ObservationMeldShown
  | ObservationPaymentMade
  | ObservationPlayHalted
  | ObservationPlayReleased
  | ObservationPlayWentOn
  | ObservationPlayerReplaced
  | ObservationPointsAdjusted
  | ObservationRiichiRetracted
  | ObservationRulingGiven
  | ObservationSheetSigned
  | ObservationSignalGiven
  | ObservationStickLaid
  | ObservationTableAttended
  | ObservationTableHindered
  | ObservationTenpaiDeclared
  | ObservationTileDiscarded
  | ObservationTileDrawn
  | ObservationTileTaken
  | ObservationTilesExposed
  | ObservationTilesShown
  | ObservationUraSeen
  | ObservationWallBroken
  | ObservationWinAcknowledged;
export type EvaluateAnswer =
  | {
      ok: true;
      fu: number;
      /**
       * before rounding
       */
      fu_items: ReasonTold[];
      han: number;
      limit: ReasonTold | null;
      points: number;
      rounding: string;
      yaku: ReasonTold[];
      /**
       * how many are paid; 0 for a counted one
       */
      yakuman: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type ExtendClockAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type FoulAnswer =
  | {
      ok: true;
      finding: number;
      former?: string;
      grade: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type GongAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type GuideAnswer =
  | {
      ok: true;
      former?: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type HandOverAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type HandResultsAnswer =
  | {
      ok: true;
      hands: HandTold[];
      /**
       * how many earlier ones had no room
       */
      left_out: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type HearCallsAnswer =
  | {
      ok: true;
      for_s: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type HistoryAnswer =
  | {
      ok: true;
      entries: Entry[];
      newest: number;
      next: number | null;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type HouseRulesAnswer =
  | {
      ok: true;
      rules: Ruleset;
      /**
       * by the table's settings
       */
      senses: ("call_buttons" | "curtains" | "sticks" | "wall_touch")[];
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type InsertAnswer =
  | {
      ok: true;
      after: number;
      made: string[];
      number: number;
      withdrawn: string[];
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type MachineAnswer =
  | {
      ok: true;
      id: string;
      phase: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type PaidAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type PastStateAnswer =
  | {
      ok: true;
      back: Steps;
      entry: Entry;
      forward: Steps;
      /**
       * number of the newest entry of all
       */
      newest: number;
      /**
       * null before the first hanchan
       */
      state: GameShown | null;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type PauseAnswer =
  | {
      ok: true;
      paused: boolean;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type PauseClockAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type RedealAnswer =
  | {
      ok: true;
      former?: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type ReplacePlayerAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type ResetFaultsAnswer =
  | {
      ok: true;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type ResolveAnswer =
  | {
      ok: true;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type ResultsAnswer =
  | {
      ok: true;
      earlier: string | null;
      hanchans: Hanchan[];
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type ResumeAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type RuleAnswer =
  | {
      ok: true;
      former?: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type SignSheetAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type StartSignalAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type State = GameShown | TableShown;
export type StopAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type TakeCallAnswer =
  | {
      ok: true;
      number: number;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type UndoAnswer =
  | {
      ok: true;
      entry: number;
      made: string[];
      number: number;
      undone: string;
      withdrawn: string[];
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type VoidHandAnswer =
  | {
      ok: true;
      former?: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;
export type WarnAnswer =
  | {
      ok: true;
      former?: string;
      instead?:
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning";
      number: number;
      resumed?: boolean;
      stopped?: string;
      /**
       * something to know besides, in the table's language
       */
      note?: string;
      /**
       * of the note
       */
      note_code?: string;
      /**
       * of the note, by name
       */
      note_arguments?: {};
    }
  | Rehearsed
  | DoneBefore
  | Refused;

export interface Declared {}
/**
 * Rule on a finding as it is proposed.
 *
 */
export interface Accept {
  /**
   * its number, as findings shows it
   */
  finding: number;
  /**
   * the player; with a finding, somebody at fault besides its offender
   */
  seat?: number | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
  /**
   * even if the rulebook says otherwise
   */
  force?: boolean;
  /**
   * replace another judge's ruling on it
   */
  replace?: boolean;
  /**
   * play goes on at once
   */
  resume?: boolean;
}
/**
 * The answer to a command that was rehearsed.
 *
 */
export interface Rehearsed {
  ok: true;
  at: number;
  dry_run: boolean;
  would: Would;
  /**
   * something to know besides, in the table's language
   */
  note?: string;
  /**
   * of the note
   */
  note_code?: string;
  /**
   * of the note, by name
   */
  note_arguments?: {};
}
/**
 * What a command would do; lists about players are by seat.
 *
 */
export interface Would {
  dead_hands: number[];
  entries: number;
  lines: {}[];
  made: ProposedFinding[];
  next: HandPlace | null;
  phase: string;
  points: number[];
  scores: number[];
  stopped: string | null;
  text: string;
  withdrawn: ProposedFinding[];
}
/**
 * A finding that would be made or withdrawn.
 *
 */
export interface ProposedFinding {
  grade: string;
  rule: string;
  seat: number;
  section: string;
}
/**
 * A place in the hanchan.
 *
 */
export interface HandPlace {
  bets: number;
  dealer: number;
  hand: string;
  honba: number;
}
/**
 * It was done before the table was started anew.
 *
 */
export interface DoneBefore {
  ok: true;
  /**
   * something to know besides, in the table's language
   */
  note?: string;
  /**
   * of the note
   */
  note_code?: string;
  /**
   * of the note, by name
   */
  note_arguments?: {};
}
/**
 * It was not done.
 *
 */
export interface Refused {
  ok: false;
  /**
   * why not, naming the argument where one is wrong, in the table's language
   */
  error: string;
  /**
   * of the text
   */
  code?: string;
  /**
   * by name: numbers, texts, names of tiles, winds E to N, people with wind and name, messages
   */
  arguments?: {};
  /**
   * the setting of the ruleset that is wrong, by its dotted name
   */
  setting?: string;
  /**
   * what happened since the entry that was given as at
   */
  since?: Since[];
  /**
   * something to know besides, in the table's language
   */
  note?: string;
  /**
   * of the note
   */
  note_code?: string;
  /**
   * of the note, by name
   */
  note_arguments?: {};
}
/**
 * An entry that came since a command was decided.
 *
 */
export interface Since {
  number: number;
  text: string;
}
/**
 * A player acknowledges the win that is shown.
 *
 */
export interface Acknowledge {
  seat: number;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Move points by hand.
 *
 */
export interface AdjustPoints {
  /**
   * by seat
   *
   * @minItems 4
   * @maxItems 4
   */
  changes: number[];
  /**
   * riichi bets put on the table; negative: taken off it
   */
  bets?: number;
  /**
   * false: the points need not sum to zero
   */
  balanced?: boolean;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Something a person should see to; an empty payload when it is resolved. Older tables send no codes.
 *
 */
export interface Alert {
  /**
   * what to do
   */
  advice: string;
  /**
   * of the advice, by name
   */
  advice_arguments?: {};
  /**
   * of the advice
   */
  advice_code?: string;
  /**
   * of the text, by name
   */
  arguments?: {};
  at_ms: number;
  /**
   * of the text
   */
  code?: string;
  id: string;
  severity: "error" | "info" | "warning";
  /**
   * in the table's language
   */
  text: string;
}
/**
 * A player appeals, or the appeal is decided.
 *
 */
export interface Appeal {
  seat: number;
  /**
   * against the ruling on it
   */
  finding?: number | null;
  /**
   * open if it is not decided yet
   */
  outcome?: "open" | "rejected" | "upheld";
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * An appeal.
 *
 */
export interface AppealShown {
  finding: number | null;
  outcome: "open" | "rejected" | "upheld";
  seat: number;
  text: string;
}
/**
 * The judge who attends to the table.
 *
 */
export interface AttendantShown {
  /**
   * table time
   */
  since_ms: number | null;
  /**
   * from the call until a judge took it
   */
  waited_ms: number | null;
  who: string;
}
/**
 * Begin a hanchan; whatever is not given comes from the table's settings.
 *
 */
export interface BeginHanchan {
  /**
   * a name, or a whole ruleset
   */
  ruleset?:
    | ("reference-sheet" | "riichi-mj" | "saikouisen-2025" | "scoring-tables" | "tenhou" | "wrc-2015")
    | Ruleset
    | null;
  /**
   * settings that differ from it
   */
  overrides?: {} | null;
  /**
   * the players from the first dealer on; with first_dealer in order of chairs, with draw of people
   */
  names?: string[] | null;
  /**
   * the chair of each seat
   */
  chairs?: number[] | null;
  /**
   * instead of chairs: where the first dealer sits
   */
  first_dealer?: number | null;
  /**
   * instead of chairs: how seats were drawn
   */
  draw?: Draw | null;
  /**
   * the senses that this table has, if not all
   */
  senses?: ("call_buttons" | "curtains" | "sticks" | "wall_touch")[] | null;
  /**
   * throw away a hanchan that is running, or leave the score sheet of the last one unsigned
   */
  force?: boolean;
  /**
   * what counts of the hanchan that is thrown away
   */
  keeps?: ("nothing" | "penalties") | null;
  /**
   * its time runs from start_signal on; no dice before it, where the rules say so
   */
  awaits_signal?: boolean;
  /**
   * none begins after it until its score sheet is signed with sign_sheet
   */
  awaits_signature?: boolean;
  /**
   * beyond the rules' time; negative: fewer
   */
  extra_minutes?: number;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * All rules of a game. ``name`` and ``title`` are for people only.
 *
 */
export interface Ruleset {
  name: string;
  title: string;
  sources: string[];
  /**
   * The course of a hanchan: points, how it ends, draws, payments.
   */
  flow: {
    start_points: number;
    return_points: number;
    /**
     * @minItems 4
     * @maxItems 4
     */
    uma: number[];
    oka: boolean;
    ties: "split" | "earlier_dealer";
    rounds: number;
    extra_rounds: number;
    target_points: number;
    ends_below_zero: boolean;
    agari_yame: boolean;
    tenpai_yame: boolean;
    bets_left: "nobody" | "first";
    honba_ron: number;
    honba_tsumo: number;
    honba_each_winner: boolean;
    bets_to_owner: boolean;
    dealer_repeats_tenpai: boolean;
    dealer_repeats_abort: boolean;
    noten_points: number;
    nagashi_mangan: boolean;
    winners: "nearest" | "all";
    abort_triple_ron: boolean;
    abort_nine_terminals: boolean;
    abort_four_winds: boolean;
    abort_four_riichi: boolean;
    abort_four_kans: boolean;
    seat_draw: "wind_tiles" | "article_26";
    dice_rolls: number;
    counter_on_draw: boolean;
    counter_on_abort: boolean;
    chombo_payment: "points" | "reverse_mangan";
    chombo_bets_returned: boolean;
    nagashi_uncalled: boolean;
    nagashi_is_draw: boolean;
    time_limit_minutes: number;
    before_signal: "nothing" | "walls";
    correction_until: "hand_intact" | "next_first_discard";
    win_acknowledged: boolean;
    point_value: number;
    table_change: boolean;
    sheet_signed_first: boolean;
  };
  /**
   * What a hand is worth and who pays for it.
   */
  scoring: {
    red_fives: boolean;
    ippatsu: boolean;
    ura_dora: boolean;
    kan_dora: boolean;
    kan_ura_dora: boolean;
    kiriage_mangan: boolean;
    counted_yakuman: boolean;
    yakuman_add: boolean;
    double_yakuman: string[];
    double_wind_pair_fu: number;
    open_least_fu: number;
    pinfu_tsumo: boolean;
    renhou: "off" | "mangan" | "yakuman";
    renhou_until: "own_turn" | "dealer_second_turn";
    unclear_tile: "no_wait" | "no_win" | "ignored";
    daisharin: boolean;
    daisharin_every_suit: boolean;
    sanrenkou: boolean;
    suurenkou: boolean;
    sanshoku_doukou_open_han: number;
    open_tanyao: boolean;
    ryanpeikou_identical: boolean;
    ryanpeikou_one_suit: boolean;
    chiitoitsu_alike: boolean;
    suuankou_ron: boolean;
    first_turn_after_ankan: boolean;
    haitei_with_rinshan: boolean;
    double_riichi_han: number;
    pao_daisangen: boolean;
    pao_daisuushii: boolean;
    pao_suukantsu: boolean;
    pao_ankan_visible: boolean;
    pao_whole_hand: boolean;
    pao_ron_counters: "discarder" | "liable";
    ippatsu_own_draw: boolean;
    renhou_or_better: boolean;
  };
  /**
   * What may be called when, and what it does.
   */
  calls: {
    ron_until: "next_draw" | "next_discard" | "next_discard_or_added";
    precedence: "first_call" | "kind";
    kuikae_same: boolean;
    kuikae_other_end: boolean;
    kan_on_last_tile: boolean;
    kan_dora_concealed: "before_draw" | "before_discard";
    kan_dora_open: "before_draw" | "before_discard";
    chankan: "added" | "added_and_kokushi";
    chankan_breaks_ippatsu: boolean;
    exhausted_wait: "tenpai" | "noten_in_hand" | "noten_with_melds";
    riichi_below_1000: boolean;
    riichi_least_tiles: number;
    riichi_furiten: boolean;
    riichi_ankan: "same_waits" | "pung_in_every_reading" | "same_combinations";
    riichi_noten_call: boolean;
    tenpai_optional: boolean;
    furiten_until: "own_draw" | "own_discard";
    furiten_needs_yaku: boolean;
    chankan_until: "indicator" | "next_discard";
    robbed_indicator_back: boolean;
    ron_after_tsumo: boolean;
    head_bump_until: "settled" | "shown";
    call_change: "word" | "not_win" | "until_discard";
    meld_change_agreed: boolean;
    take_within_discards: number;
    take_order: "free" | "before_discard";
    words: "clear" | "exact";
    illegal_pon_yields: boolean;
    announce_order: "free" | "strict";
    announce_change: boolean;
    all_tenpai_word: boolean;
    tenpai_needs_yaku: boolean;
    riichi_void_if_won_on: boolean;
    riichi_turned: "next_discard" | "until_one_stays";
  };
  /**
   * When an act begins, is complete or comes too late.
   */
  timing: {
    pon_until: "next_draw" | "discard_completed";
    chi_from: "discard_completed" | "line_clear";
    chi_until: "next_draw";
    draw_from: "discard_completed" | "line_clear";
    draw_begins: "hand_moves" | "tile_taken";
    discard_complete: "mat_touched" | "hand_withdrawn";
    riichi_bet_first: boolean;
    riichi_order: "free" | "say_discard_turn_bet";
    draw_only_across_line: boolean;
    own_wall_only: boolean;
    deal_complete: "last_tile" | "dealer_draws";
    deal_from: "free" | "hand_back";
    set_button: "anyone" | "dealer";
    walls_pushed: "free" | "east_west_first";
    simultaneous_ms: number;
    pon_window_ms: number;
    pon_pause_ms: number;
    reaction_ms: number;
    call_correction_ms: number;
    show_ms: number;
    bet_ms: number;
    chankan_ms: number;
    pace_ms: number;
  };
  /**
   * How tiles and sticks lie, and what the table shows.
   */
  display: {
    ankan_hidden: "outer_or_middle" | "middle";
    kakan_tile: "beside" | "on_top";
    melds_stacked: boolean;
    rinshan_set_down: "free" | "recommended" | "obligatory";
    drawn_tile: "free" | "should_be_apart" | "must_be_apart";
    bet_place: "by_discards" | "left_of_melds";
    bets_after_draw: "stay" | "dealer_right_corner";
    noten_hand: "not_shown" | "folded";
    points_said: "free" | "in_full";
    honba_shown: boolean;
  };
  /**
   * The grade proposed for each foul, and what the grades cost.
   */
  fouls: {
    points_chombo: number;
    points_end: number;
    points_dead_hand: number;
    points_continue: number;
    points_warning: number;
    points_chosen_most: number;
    warning_free: number;
    dead_hand_in_riichi:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    out_of_turn_early:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    tiles_shown_early: [
      number,
      "judge" | "none" | "guidance" | "warning" | "continue" | "dead_hand" | "end" | "chombo" | "disqualified"
    ][];
    dead_hand_ankan: boolean;
    dead_hand_calls: "all" | "claims" | "tiles_and_riichi";
    noten_riichi_judged: "win_or_draw" | "draw";
    riichi_kan_judged: "win_or_draw" | "draw";
    dead_riichi: "excused" | "excused_if_shown" | "not_excused";
    chombo_voided_by_win: boolean;
    chombo_voids_draw: boolean;
    play_stops_from: "never" | "guidance" | "warning";
    judge_call_stops: boolean;
    hand_secret: boolean;
    ruled_in_order: boolean;
    appeal: "none" | "written_next_day";
    late_minutes: number;
    late_points: number;
    absent_points: number;
    substitute_ranked: boolean;
    out_of_turn_draw:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    out_of_turn_discard:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    early_draw:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    early_chi:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    wrong_tile_drawn:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    second_draw:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    tile_not_in_hand:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    fifth_copy:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    tile_count:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    deal_count:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    drawn_tile_in_hand:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    tsumo_tile_in_hand:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    line_crossed:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    wall_touched:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    slow_play:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    play_while_stopped:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    kuikae:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    turned_without_riichi:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    discards_hidden:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_hand_changed:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_open_hand:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_below_1000:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_late:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_furiten:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_not_said:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_not_turned:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    bet_not_placed:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    bet_without_riichi:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_order:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_retracted:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_out_of_turn:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    noten_riichi:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_hand_not_shown:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    void_call:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    empty_call:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    empty_kan:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    late_call:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    call_in_riichi:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    call_precedence:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    call_on_last_tile:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    call_changed:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    win_call_changed:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    call_not_said:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    call_wording:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    discard_before_meld:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    claimed_tile_not_taken:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    meld_display:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    kan_display:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    invalid_meld:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    meld_corrected:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    dead_hand_call:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    dead_hand_call_early:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    kan_after_call:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    fifth_kan:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    riichi_kan:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    kan_dora_not_turned:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    indicator_without_kan:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    rinshan_not_set_down:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    tiles_shown: [
      number,
      "judge" | "none" | "guidance" | "warning" | "continue" | "dead_hand" | "end" | "chombo" | "disqualified"
    ][];
    tiles_destroyed:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    unfair_to_go_on:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    deal_spoilt:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    false_win_call:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    late_win_call:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    false_win:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    furiten_win:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    win_procedure:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    false_tenpai:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    announce_order:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    announcement_changed:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    nine_terminals_not_there:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    hand_not_over:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    passing_information:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    cheating:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    obstruction:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    fault_of_another:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    repeated_guidance:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    phone:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    device:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    leaving:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    late:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    absent:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    dice_out_of_time:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
    minor_irregularity:
      | "judge"
      | "none"
      | "guidance"
      | "warning"
      | "continue"
      | "dead_hand"
      | "end"
      | "chombo"
      | "disqualified";
  };
}
/**
 * The seat draw, as the rules have it: by wind tiles, or by dice and a line of tiles (Saikouisen 26).
 *
 */
export interface Draw {
  /**
   * wind tiles, in the order of names
   */
  tiles?: string[] | null;
  east_chair?: number | null;
  shuffler?: number | null;
  east_roll?: number[] | null;
  /**
   * six tiles
   */
  line?: string[] | null;
  pick_roll?: number[] | null;
  dealer_rolls?: number[][] | null;
}
/**
 * Begin the hand with dice that the unit did not report.
 *
 */
export interface BeginHand {
  /**
   * both dice; if left out, as the camera saw them thrown, else unknown where the table has none
   */
  dice?: number[] | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Call a judge to the table, as its own button does.
 *
 *     Play stops if it has not stopped yet.
 *
 */
export interface CallJudge {
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * The newest picture of the camera, as a film of one picture.
 *
 *     The address is good for an hour, and always shows the picture that was asked for last.
 *
 */
export interface CameraPicture {
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Where the page's server gives the film, valid for an hour.
 *
 */
export interface ClipAddress {
  encrypted: boolean;
  host: string;
  path: string;
  port: number;
}
/**
 * What a technician wants to know of the camera.
 *
 */
export interface CameraReport {
  /**
   * how far the markers were from their places when it was calibrated
   */
  calibrated_px: number | null;
  /**
   * why a zone cannot be read, by its name: pond/2, meld/0, table
   */
  hidden: {
    [k: string]: string;
  };
  /**
   * how far the picture has moved on the felt, while that is too far
   */
  moved_mm: number | null;
  /**
   * how far they are now, while that is too far
   */
  residual_px: number | null;
}
/**
 * A table in brief, for a hall of many.
 *
 */
export interface Card {
  /**
   * the judge who goes there
   */
  attendant: string | null;
  /**
   * null without a limit
   */
  clock: ClockBrief | null;
  /**
   * E1 to N4; null before the first hanchan
   */
  hand: string | null;
  honba: number;
  /**
   * by seat
   *
   * @maxItems 4
   */
  names: string[];
  /**
   * without a ruling
   */
  open_findings: number;
  phase: "closing" | "dealing" | "ended" | "playing" | "waiting";
  /**
   * more (or less) points than were handed out
   */
  points_off: number;
  ruleset: string;
  /**
   * @maxItems 4
   */
  scores: number[];
  /**
   * null while play goes on
   */
  stopped: StopBrief | null;
  /**
   * how long the call waited until a judge took it
   */
  waited_ms: number | null;
}
/**
 * The time of a hanchan.
 *
 */
export interface ClockBrief {
  /**
   * the gong has sounded and the running hand is the last
   */
  called: boolean;
  /**
   * wall time at which it is over; null while it stands still
   */
  ends_wall_ms: number | null;
  /**
   * what is left while it stands still
   */
  left_ms: number | null;
}
/**
 * Why play is stopped.
 *
 */
export interface StopBrief {
  /**
   * as in the state
   */
  reason: string;
  seat: number | null;
  /**
   * wall time, milliseconds since 1970
   */
  since_wall_ms: number | null;
}
/**
 * Rule on a finding with another grade than the proposed one.
 *
 */
export interface ChangeGrade {
  /**
   * its number, as findings shows it
   */
  finding: number;
  grade: "chombo" | "continue" | "dead_hand" | "disqualified" | "end" | "guidance" | "none" | "warning";
  /**
   * the player; with a finding, somebody at fault besides its offender
   */
  seat?: number | null;
  /**
   * of the overall score, with the grade continue, where the rules let a judge choose them
   */
  points?: number | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
  /**
   * even if the rulebook says otherwise
   */
  force?: boolean;
  /**
   * replace another judge's ruling on it
   */
  replace?: boolean;
  /**
   * play goes on at once
   */
  resume?: boolean;
}
/**
 * Chombo of a player: the hand is void and played again.
 *
 */
export interface Chombo {
  /**
   * the player; with a finding, somebody at fault besides its offender
   */
  seat?: number | null;
  /**
   * number of the finding that is ruled on; without seat, its offender is
   */
  finding?: number | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
  /**
   * even if the rulebook says otherwise
   */
  force?: boolean;
  /**
   * replace another judge's ruling on it
   */
  replace?: boolean;
  /**
   * play goes on at once
   */
  resume?: boolean;
}
/**
 * A call that was made and whose tiles are not shown yet.
 *
 */
export interface ClaimShown {
  at_ms: number;
  call: "chi" | "kan" | "nine_terminals" | "pon" | "riichi" | "ron" | "tsumo";
  seat: number;
  /**
   * it could not be made
   */
  void: boolean;
}
/**
 * A win as the players said it.
 *
 */
export interface ClaimedWin {
  /**
   * who won
   */
  seat: number;
  /**
   * whose tile it was; the winner's own seat on tsumo
   */
  from: number;
  han?: number;
  fu?: number;
  /**
   * how many
   */
  yakuman?: number;
  /**
   * the liable seat of a yakuman, if not the one that the table saw feed its last set
   */
  liable?: number | "nobody" | null;
}
/**
 * Where the film of an entry is: evidence clip:1160 is clip 1160.
 *
 *     The address is good for an hour.
 *
 */
export interface Clip {
  /**
   * its number, as evidence and telemetry/clip have it
   */
  entry: number;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * The newest clip kept for a judge, in the table's state folder.
 *
 */
export interface ClipKept {
  at_ms: number;
  file: string;
  /**
   * number of the entry that it was kept for, and of the clip
   */
  journal: number;
  why: string;
}
/**
 * End the hanchan here.
 *
 */
export interface CloseHanchan {
  /**
   * what still counts of the hanchan, which is void
   */
  keeps?: ("nothing" | "penalties") | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Close the hand as the dealer's set button does.
 *
 */
export interface CloseHand {
  /**
   * close it even if it is not over; it is then void
   */
  force?: boolean;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * A hand that is being closed: who has acknowledged the win, whether it is paid.
 *
 */
export interface ClosingShown {
  acknowledged: number[];
  paid: boolean;
}
/**
 * Put a misread entry right: say what it should have held.
 *
 */
export interface Correct {
  /**
   * its number, as events shows it
   */
  entry: number;
  /**
   * fields of the observation as they should be
   */
  set?: {};
  /**
   * which tile it was
   */
  tile?: string | null;
  /**
   * all players agree
   */
  agreed?: boolean;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Declare a player's hand dead until the end of the hand.
 *
 */
export interface DeadHand {
  /**
   * the player; with a finding, somebody at fault besides its offender
   */
  seat?: number | null;
  /**
   * number of the finding that is ruled on; without seat, its offender is
   */
  finding?: number | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
  /**
   * even if the rulebook says otherwise
   */
  force?: boolean;
  /**
   * replace another judge's ruling on it
   */
  replace?: boolean;
  /**
   * play goes on at once
   */
  resume?: boolean;
}
/**
 * A tile of a pond.
 *
 */
export interface DiscardShown {
  called_by: number | null;
  sideways: boolean;
  tile: string;
  /**
   * null where it is not known
   */
  tsumogiri: boolean | null;
}
/**
 * Dismiss a finding; without one, take back the newest ruling on a player.
 *
 */
export interface Dismiss {
  /**
   * the player; with a finding, somebody at fault besides its offender
   */
  seat?: number | null;
  /**
   * number of the finding that is ruled on; without seat, its offender is
   */
  finding?: number | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
  /**
   * even if the rulebook says otherwise
   */
  force?: boolean;
  /**
   * replace another judge's ruling on it
   */
  replace?: boolean;
  /**
   * play goes on at once
   */
  resume?: boolean;
}
/**
 * Disqualify a player.
 *
 *     Play stops until somebody else plays on for the player or the hanchan is ended.
 *
 */
export interface Disqualify {
  /**
   * the player; with a finding, somebody at fault besides its offender
   */
  seat?: number | null;
  /**
   * number of the finding that is ruled on; without seat, its offender is
   */
  finding?: number | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
  /**
   * even if the rulebook says otherwise
   */
  force?: boolean;
  /**
   * replace another judge's ruling on it
   */
  replace?: boolean;
  /**
   * play goes on at once
   */
  resume?: boolean;
}
/**
 * How a hand ended, by seat where it is of players.
 *
 */
export interface EndShown {
  changes: number[];
  /**
   * of a chombo; none where the hand is void without one
   */
  offenders: number[];
  result:
    | "chombo"
    | "exhaustive"
    | "four_kans"
    | "four_riichi"
    | "four_winds"
    | "nagashi"
    | "nine_terminals"
    | "ron"
    | "triple_ron"
    | "tsumo";
  scores: number[];
  tenpai: number[];
  /**
   * @maxItems 3
   */
  wins: WinShown[];
}
/**
 * A win that was settled.
 *
 */
export interface WinShown {
  changes: number[];
  /**
   * the winner's own seat on tsumo
   */
  from: number;
  fu: number;
  han: number;
  liable: number | null;
  points: number;
  seat: number;
  /**
   * han of each
   */
  yaku: {
    [k: string]: number;
  };
  yakuman: string[];
}
/**
 * Enter how a hand ended that could not be followed.
 *
 */
export interface EnterHand {
  result:
    | "exhaustive"
    | "four_kans"
    | "four_riichi"
    | "four_winds"
    | "nagashi"
    | "nine_terminals"
    | "ron"
    | "triple_ron"
    | "tsumo";
  /**
   * of a ron or tsumo
   *
   * @maxItems 3
   */
  wins?: ClaimedWin[];
  /**
   * who is tenpai
   *
   * @maxItems 4
   */
  tenpai?: number[];
  /**
   * who has nagashi mangan
   *
   * @maxItems 4
   */
  nagashi?: number[];
  /**
   * whose riichi stood; a bet that was not seen is paid now
   *
   * @maxItems 4
   */
  riichi?: number[];
  /**
   * points that each seat gains, collected bets included; calculated if left out
   */
  changes?: number[] | null;
  /**
   * between hands: enter a hand that the table never saw dealt
   */
  unseen?: boolean;
  /**
   * why it differs from the rulebook, for the journal
   */
  against_rules?: string;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Entries as the journal has them, for the hall: what follows the newest entry that both have.
 *
 *     Of the entries that the hall names, the table looks for the newest that is in its journal.
 *
 */
export interface Entries {
  /**
   * entries that the hall has
   *
   * @maxItems 200
   */
  known?: KnownEntry[];
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * An entry that the hall has.
 *
 */
export interface KnownEntry {
  number: number;
  /**
   * its hash, hexadecimal
   */
  digest: string;
}
/**
 * A journal entry. Older tables send no lines.
 *
 */
export interface Entry {
  /**
   * table time
   */
  at_ms: number;
  events: Event[] | null;
  /**
   * the same as messages
   */
  lines?: Message[];
  /**
   * 1, 2, 3 … without gaps
   */
  number: number;
  observation: Observation | null;
  /**
   * a line for people, in the table's language
   */
  text: string;
  /**
   * wall time
   */
  wall: string;
  /**
   * bytes, where observation and events are left out
   */
  too_large?: number;
}
/**
 * A player appeals, or the appeal is decided.
 *
 */
export interface EventAppealMade {
  type: "AppealMade";
  seat: Seat;
  finding: number | null;
  outcome: "open" | "upheld" | "rejected";
  judge: string;
  text: string;
}
/**
 * ``who`` attends to the table; empty: nobody does.
 *
 */
export interface EventAttendantChanged {
  type: "AttendantChanged";
  who: string;
  since_ms: number;
  waited_ms: number | null;
  judge: string;
  text: string;
}
/**
 * A call was made; its consequences follow when the tiles are shown.
 *
 */
export interface EventCallMade {
  type: "CallMade";
  seat: Seat;
  call: "chi" | "pon" | "kan" | "riichi" | "ron" | "tsumo" | "nine_terminals";
  at_ms: number;
  within_ms: number;
  evidence: string;
  void: boolean;
}
/**
 * A call is withdrawn: its player corrects it into another one.
 *
 */
export interface EventCallWithdrawn {
  type: "CallWithdrawn";
  seat: Seat;
  call: "chi" | "pon" | "kan" | "riichi" | "ron" | "tsumo" | "nine_terminals";
}
/**
 * The tile of the newest claim of this seat lies in its corner.
 *
 */
export interface EventClaimedTileTaken {
  type: "ClaimedTileTaken";
  seat: Seat;
}
/**
 * The clock of the hanchan: since when it stands still (None: it runs), and how much time was added in all.
 *
 */
export interface EventClockChanged {
  type: "ClockChanged";
  paused_at_ms: number | null;
  added_ms: number;
  judge: string;
  text: string;
}
/**
 * A tile was drawn before its time: it counts as drawn once the turn comes, and goes back if it does not.
 *
 */
export interface EventDrawPutOff {
  type: "DrawPutOff";
  seat: Seat;
  tile: Tile;
  place: number | null;
  at_ms: number;
  within_ms: number;
}
/**
 * The last draw of this seat is taken back: another player wins on the discard before it.
 *
 */
export interface EventDrawTakenBack {
  type: "DrawTakenBack";
  seat: Seat;
}
/**
 * A foul, proposed to the judge.
 *
 */
export interface EventFoulFound {
  type: "FoulFound";
  rule: string;
  section: string;
  seat: Seat;
  grade: string;
  text: string;
  evidence: string[];
  confidence_pm: number;
  tile: Tile | null;
  turn: Seat | null;
  round: number | null;
  name: string | null;
  said: Message | null;
}
/**
 * Something said to people, of which each language makes its own words.
 *
 */
export interface Message {
  /**
   * of the text
   */
  code: string;
  /**
   * by name: numbers, texts, names of tiles, winds E to N, people with wind and name, messages
   */
  arguments: {};
}
/**
 * A suspicion: an act is a foul unless something is seen in time, or only if something is seen later.
 *
 */
export interface EventFoulSuspected {
  type: "FoulSuspected";
  rule: string;
  seat: Seat;
  act: string;
  text: string;
  awaits: string;
  of: Seat;
  at_ms: number;
  within_ms: number;
  until_ms: number | null;
  said: Message | null;
}
/**
 * A judge ends the hanchan before its end by the rules.
 *
 */
export interface EventHanchanCut {
  type: "HanchanCut";
  judge: string;
  text: string;
}
/**
 * The hanchan is over: ``scores`` with remaining bets given out, ``places`` 1-4 by seat, ``totals`` with uma and oka.
 *
 */
export interface EventHanchanEnded {
  type: "HanchanEnded";
  /**
   * @minItems 4
   * @maxItems 4
   */
  scores: number[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  places: number[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  totals: number[];
}
/**
 * A hanchan starts under these rules; ``chairs[seat]`` is the table's chair of each seat.
 *
 */
export interface EventHanchanStarted {
  type: "HanchanStarted";
  ruleset: {};
  /**
   * @minItems 4
   * @maxItems 4
   */
  names: string[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  chairs: number[];
  senses: string[];
  at_ms: number;
  awaits_signal: boolean;
  awaits_signature: boolean;
}
/**
 * The hanchan is void: its scores count for nobody; ``keeps`` says whether its penalties still count.
 *
 */
export interface EventHanchanVoided {
  type: "HanchanVoided";
  keeps: "" | "nothing" | "penalties";
  judge: string;
  text: string;
}
/**
 * A hand is settled.
 *
 */
export interface EventHandEnded {
  type: "HandEnded";
  result:
    | "ron"
    | "tsumo"
    | "exhaustive"
    | "nagashi"
    | "nine_terminals"
    | "four_winds"
    | "four_riichi"
    | "four_kans"
    | "triple_ron"
    | "chombo";
  /**
   * Items: A settled win.
   */
  wins: {
    seat: Seat;
    source: number;
    yaku: [string, number][];
    yakuman: string[];
    han: number;
    fu: number;
    points: number;
    liable: Seat | null;
    /**
     * @minItems 4
     * @maxItems 4
     */
    changes: number[];
  }[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  changes: number[];
  tenpai: number[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  scores: number[];
  bets: number;
  honba: number;
  round: number;
  offenders: number[];
  voided: number[];
  names: string[] | null;
}
/**
 * A player's hand crossed the elevator line, or is back behind it.
 *
 */
export interface EventHandMoved {
  type: "HandMoved";
  seat: Seat;
  across: boolean;
  at_ms: number;
  within_ms: number;
}
/**
 * A hand is opened without a win.
 *
 */
export interface EventHandShown {
  type: "HandShown";
  seat: Seat;
  tiles: Tile[];
}
/**
 * A hand starts: ``round`` 0 is East 1, 4 South 1; dice 1-6 each; hands of 13, UNKNOWN where not seen.
 *
 */
export interface EventHandStarted {
  type: "HandStarted";
  round: number;
  honba: number;
  bets: number;
  dealer: Seat;
  /**
   * @minItems 2
   * @maxItems 2
   */
  dice: number[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  hands: Tile[][];
  scores: number[] | null;
}
/**
 * A dora indicator is turned: the first of the hand, or one for a kan.
 *
 */
export interface EventIndicatorTurned {
  type: "IndicatorTurned";
  tile: Tile;
  kan: boolean;
}
/**
 * A player has called the judge.
 *
 */
export interface EventJudgeSummoned {
  type: "JudgeSummoned";
  seat: Seat;
  at_ms: number;
  within_ms: number;
}
/**
 * A meld is made. A chi, pon or called kan takes the last discard, a kakan grows out of a pon.
 *
 */
export interface EventMeldMade {
  type: "MeldMade";
  seat: Seat;
  /**
   * A meld on the table.
   */
  meld: {
    kind: "chi" | "pon" | "daiminkan" | "ankan" | "kakan";
    tiles: Tile[];
    claimed: Tile | null;
    source: number | null;
    added: Tile | null;
  };
  evidence: string;
  at_ms: number;
  within_ms: number;
  forbidden: number[] | null;
  fed: string[] | null;
}
/**
 * The last meld of this seat is taken back: a call with precedence was made in time.
 *
 */
export interface EventMeldTakenBack {
  type: "MeldTakenBack";
  seat: Seat;
}
/**
 * The points of the hand lie on the table.
 *
 */
export interface EventPaymentSeen {
  type: "PaymentSeen";
}
/**
 * The start signal: dice may be rolled, and the time of the hanchan runs from ``at_ms`` (WRC 8.2).
 *
 */
export interface EventPlayBegun {
  type: "PlayBegun";
  at_ms: number;
  judge: string;
  text: string;
}
/**
 * Play goes on after a stop.
 *
 */
export interface EventPlayContinued {
  type: "PlayContinued";
  judge: string;
  text: string;
}
/**
 * Play goes on after hands were opened, and those hands count as not shown.
 *
 */
export interface EventPlayResumed {
  type: "PlayResumed";
}
/**
 * Play stops: ``judge_called``, ``judge`` (he stops it), ``disqualified``, or the rule of a finding.
 *
 */
export interface EventPlayStopped {
  type: "PlayStopped";
  reason: string;
  seat: Seat | null;
  judge: string;
  text: string;
  since_ms: number | null;
}
/**
 * Play from the discard after this seat's ron on is taken back: the hand was opened in time and wins.
 *
 */
export interface EventPlayTakenBack {
  type: "PlayTakenBack";
  seat: Seat;
}
/**
 * The first act after play was stopped; marked for the judge, because no rulebook in force makes it a foul.
 *
 */
export interface EventPlayedOn {
  type: "PlayedOn";
  seat: Seat;
}
/**
 * Another person takes over the seat; ``former`` is the person who sat there.
 *
 */
export interface EventPlayerChanged {
  type: "PlayerChanged";
  seat: Seat;
  name: string;
  former: string;
  judge: string;
  text: string;
}
/**
 * An entry was corrected or inserted, and what came after it was decided again (``corrections.refold``).
 *
 */
export interface EventRefolded {
  type: "Refolded";
  first: number;
  changed: {}[];
  withdrawn: {}[];
  made: {}[];
  state: {};
  judge: string;
  text: string;
  inserted: {} | null;
  hanchan: number | null;
}
/**
 * The result that follows was entered by a person, because the table could not follow the hand to its end.
 *
 */
export interface EventResultEntered {
  type: "ResultEntered";
  result:
    | "ron"
    | "tsumo"
    | "exhaustive"
    | "nagashi"
    | "nine_terminals"
    | "four_winds"
    | "four_riichi"
    | "four_kans"
    | "triple_ron"
    | "chombo";
  judge: string;
  text: string;
  against: string;
}
/**
 * The score sheet is signed: sticks may be reset, and the next hanchan may begin (WRC 8.2).
 *
 */
export interface EventResultSigned {
  type: "ResultSigned";
  hanchan: number;
  judge: string;
  text: string;
  points: number[] | null;
  bets: number;
}
/**
 * The riichi tile was not won on: the bet of 1,000 is paid. ``ippatsu`` is False if the tile was called.
 *
 */
export interface EventRiichiAccepted {
  type: "RiichiAccepted";
  seat: Seat;
  ippatsu: boolean;
}
/**
 * Riichi is said; ``double`` in the first, unbroken turn; ``evidence`` as in ``MeldMade``.
 *
 */
export interface EventRiichiDeclared {
  type: "RiichiDeclared";
  seat: Seat;
  double: boolean;
  evidence: string;
}
/**
 * The word riichi is taken back before its tile is discarded (SAI 39.2).
 *
 */
export interface EventRiichiTakenBack {
  type: "RiichiTakenBack";
  seat: Seat;
}
/**
 * A judge's ruling; ``seat`` None where nobody is at fault, ``finding`` the number of the finding it answers.
 *
 */
export interface EventRulingMade {
  type: "RulingMade";
  ruling:
    | "accepted"
    | "dismissed"
    | "none"
    | "guidance"
    | "warning"
    | "continue"
    | "dead_hand"
    | "end"
    | "chombo"
    | "disqualified"
    | "void";
  seat: Seat | null;
  finding: number | null;
  judge: string;
  text: string;
  instead:
    | (
        | "accepted"
        | "dismissed"
        | "none"
        | "guidance"
        | "warning"
        | "continue"
        | "dead_hand"
        | "end"
        | "chombo"
        | "disqualified"
        | "void"
      )
    | null;
  former: string;
  points: number | null;
}
/**
 * Points were moved by hand; ``bets``: sticks added to those on the table.
 *
 */
export interface EventScoresAdjusted {
  type: "ScoresAdjusted";
  /**
   * @minItems 4
   * @maxItems 4
   */
  changes: number[];
  bets: number;
  judge: string;
  text: string;
}
/**
 * The stick for a riichi lies on the table; it counts once the riichi is accepted.
 *
 */
export interface EventStickPlaced {
  type: "StickPlaced";
  seat: Seat;
}
/**
 * A suspicion is decided: the act was no foul, or it became a finding.
 *
 */
export interface EventSuspicionEnded {
  type: "SuspicionEnded";
  rule: string;
  seat: Seat;
  act: string;
}
/**
 * A player announces tenpai or noten at an exhaustive draw; ``evidence`` as in ``MeldMade``.
 *
 */
export interface EventTenpaiAnnounced {
  type: "TenpaiAnnounced";
  seat: Seat;
  tenpai: boolean;
  at_ms: number;
  within_ms: number;
  evidence: string;
}
/**
 * A tile is in the pond; ``riichi`` if it is the tile a riichi is declared with.
 *
 */
export interface EventTileDiscarded {
  type: "TileDiscarded";
  seat: Seat;
  tile: Tile;
  sideways: boolean;
  tsumogiri: boolean | null;
  riichi: boolean;
  at_ms: number;
  within_ms: number;
  confidence_pm: number | null;
}
/**
 * A tile is drawn; ``rinshan`` from the dead wall after a kan. ``place`` is its place in the wall, if sensed.
 *
 */
export interface EventTileDrawn {
  type: "TileDrawn";
  seat: Seat;
  tile: Tile;
  rinshan: boolean;
  at_ms: number;
  within_ms: number;
  place: number | null;
}
/**
 * The gong: the current hand is the last of the hanchan and is not dealt again (WRC 8.2).
 *
 */
export interface EventTimeCalled {
  type: "TimeCalled";
  at_ms: number;
  within_ms: number;
}
/**
 * No time counts against the players from ``since_ms`` to ``until_ms``, None while that lasts.
 *
 */
export interface EventTimeStood {
  type: "TimeStood";
  cause: "away" | "machine" | "sight" | "stop" | "judge";
  since_ms: number;
  until_ms: number | null;
}
/**
 * The ura dora indicators, in the order of the indicators.
 *
 */
export interface EventUraTurned {
  type: "UraTurned";
  tiles: Tile[];
}
/**
 * A player has acknowledged the win.
 *
 */
export interface EventWinAccepted {
  type: "WinAccepted";
  seat: Seat;
}
/**
 * These seats called ron in time, and another discard came before they opened their hands.
 *
 */
export interface EventWinAwaited {
  type: "WinAwaited";
  seats: number[];
}
/**
 * A hand is opened as a win; ``source`` is the winner's own seat on tsumo, ``tiles`` are without the winning tile.
 *
 */
export interface EventWinShown {
  type: "WinShown";
  seat: Seat;
  source: number;
  tile: Tile;
  tiles: Tile[];
  apart: boolean;
  void: boolean;
  evidence: string;
}
/**
 * A player appeals, or the appeal is decided (SAI 7); ``finding`` is None for a ruling without a finding.
 *
 */
export interface ObservationAppealNoted {
  type: "AppealNoted";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  seat: Seat;
  outcome: "open" | "upheld" | "rejected";
  finding: number | null;
}
/**
 * A call was pressed or entered.
 *
 */
export interface ObservationCallHeard {
  type: "CallHeard";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
  call: "chi" | "pon" | "kan" | "riichi" | "ron" | "tsumo" | "nine_terminals";
}
/**
 * Nothing else happened up to ``at_ms``, so windows that end before it close.
 *
 */
export interface ObservationClockAdvanced {
  type: "ClockAdvanced";
  at_ms: number;
  within_ms: number;
  source: string;
}
/**
 * The time of the hanchan is extended by so many minutes, or shortened if negative.
 *
 */
export interface ObservationClockExtended {
  type: "ClockExtended";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  minutes: number;
}
/**
 * The time of the hanchan stands still (``on``) or runs again.
 *
 */
export interface ObservationClockPaused {
  type: "ClockPaused";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  on: boolean;
}
/**
 * An entry was misread: what it should have held, or None to undo it.
 *
 */
export interface ObservationCorrected {
  type: "Corrected";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  entry: number;
  observation: {} | null;
  agreed: boolean;
}
/**
 * The judge enters a foul of the catalogue; ``number`` of tiles where the grade depends on it.
 *
 */
export interface ObservationFoulEntered {
  type: "FoulEntered";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  rule: string;
  seat: Seat;
  number: number;
}
/**
 * The gong that ends the time of the hanchan, in the whole hall at once (WRC 8.2).
 *
 */
export interface ObservationGongHeard {
  type: "GongHeard";
  at_ms: number;
  within_ms: number;
  source: string;
}
/**
 * A hanchan begins: ``ruleset`` is the whole ruleset as a mapping, ``chairs[seat]`` the chair of each seat.
 *
 */
export interface ObservationHanchanBegun {
  type: "HanchanBegun";
  at_ms: number;
  within_ms: number;
  source: string;
  ruleset: {};
  /**
   * @minItems 4
   * @maxItems 4
   */
  names: string[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  chairs: number[];
  senses: string[];
  keeps: "" | "nothing" | "penalties";
  judge: string;
  text: string;
  awaits_signal: boolean;
  awaits_signature: boolean;
}
/**
 * The hanchan ends here, even if by the rules it would go on (a judge, or the end of a record); ``keeps`` if it is void.
 *
 */
export interface ObservationHanchanClosed {
  type: "HanchanClosed";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  keeps: "" | "nothing" | "penalties";
}
/**
 * The players have finished this hand (paid, set button pressed): what was shown is settled now.
 *
 */
export interface ObservationHandClosed {
  type: "HandClosed";
  at_ms: number;
  within_ms: number;
  source: string;
}
/**
 * A hand is dealt: dice as rolled (1-6 each), four hands of 13 (all UNKNOWN at a table).
 *
 */
export interface ObservationHandDealt {
  type: "HandDealt";
  at_ms: number;
  within_ms: number;
  source: string;
  /**
   * @minItems 2
   * @maxItems 2
   */
  dice: number[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  hands: Tile[][];
  standing: number[] | null;
}
/**
 * The judge enters the result of a hand that the table could not follow.
 *
 */
export interface ObservationHandEntered {
  type: "HandEntered";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  result:
    | "ron"
    | "tsumo"
    | "exhaustive"
    | "nagashi"
    | "nine_terminals"
    | "four_winds"
    | "four_riichi"
    | "four_kans"
    | "triple_ron";
  /**
   * Items: A win as the players stated it; ``source`` is the winner's own seat on tsumo, ``yakuman`` how many, 0 if none.
   */
  wins: {
    seat: Seat;
    source: number;
    han: number;
    fu: number;
    yakuman: number;
    liable: Seat[] | null;
  }[];
  tenpai: number[];
  nagashi: number[];
  riichi: number[];
  changes: number[] | null;
  unseen: boolean | null;
  against: string | null;
}
/**
 * A hand crosses the elevator line towards the middle (``across``), or is back behind it (SAI 35).
 *
 */
export interface ObservationHandMoved {
  type: "HandMoved";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
  across: boolean;
}
/**
 * A dora indicator lies face up: the first of the hand, or the next kan dora.
 *
 */
export interface ObservationIndicatorSeen {
  type: "IndicatorSeen";
  at_ms: number;
  within_ms: number;
  source: string;
  tile: Tile;
}
/**
 * Something happened at the table that was not seen at all.
 *
 */
export interface ObservationInserted {
  type: "Inserted";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  after: number;
  observation: {};
  agreed: boolean;
}
/**
 * A player calls the judge, and all stop (SAI 53.4).
 *
 */
export interface ObservationJudgeCalled {
  type: "JudgeCalled";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
}
/**
 * A meld lies in a player's corner.
 *
 */
export interface ObservationMeldShown {
  type: "MeldShown";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
  kind: "chi" | "pon" | "daiminkan" | "ankan" | "kakan";
  tiles: Tile[];
  claimed: Tile | null;
  source_seat: Seat | null;
  added: Tile | null;
  reread: boolean;
}
/**
 * All points of the hand lie on the table (SAI 45.13, WRC 8.3).
 *
 */
export interface ObservationPaymentMade {
  type: "PaymentMade";
  at_ms: number;
  within_ms: number;
  source: string;
}
/**
 * The judge stops play, or somebody who is not playing calls him.
 *
 */
export interface ObservationPlayHalted {
  type: "PlayHalted";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
}
/**
 * Play goes on, whatever stopped it.
 *
 */
export interface ObservationPlayReleased {
  type: "PlayReleased";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
}
/**
 * The record goes on after hands were opened as a win or for a draw.
 *
 */
export interface ObservationPlayWentOn {
  type: "PlayWentOn";
  at_ms: number;
  within_ms: number;
  source: string;
}
/**
 * From here on another person plays on this seat (WRC 7.2).
 *
 */
export interface ObservationPlayerReplaced {
  type: "PlayerReplaced";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  seat: Seat;
  name: string;
}
/**
 * The judge moves points; ``bets`` is the number of sticks added to the middle (negative: taken from it).
 *
 */
export interface ObservationPointsAdjusted {
  type: "PointsAdjusted";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  /**
   * @minItems 4
   * @maxItems 4
   */
  changes: number[];
  bets: number;
  balanced: boolean;
}
/**
 * A player takes the word riichi back; entered by a person (SAI 39.2).
 *
 */
export interface ObservationRiichiRetracted {
  type: "RiichiRetracted";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
}
/**
 * A judge rules on a finding (its number among the hanchan's findings, from 0), or on what only people saw.
 *
 */
export interface ObservationRulingGiven {
  type: "RulingGiven";
  at_ms: number;
  within_ms: number;
  source: string;
  ruling:
    | "accepted"
    | "dismissed"
    | "none"
    | "guidance"
    | "warning"
    | "continue"
    | "dead_hand"
    | "end"
    | "chombo"
    | "disqualified"
    | "void";
  seat: Seat | null;
  finding: number | null;
  judge: string;
  text: string;
  force: boolean;
  points: number | null;
}
/**
 * A referee, or who was appointed to it, has checked and signed the score sheet of a hanchan that has ended (WRC 8.2).
 *
 */
export interface ObservationSheetSigned {
  type: "SheetSigned";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  hanchan: number;
}
/**
 * The start signal of the hanchan (WRC 8.2), so many milliseconds ago: a table may hear of it late.
 *
 */
export interface ObservationSignalGiven {
  type: "SignalGiven";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  ago_ms: number;
}
/**
 * A riichi bet was placed.
 *
 */
export interface ObservationStickLaid {
  type: "StickLaid";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
}
/**
 * ``who`` goes to a table that needs a judge, so that no second one goes; empty: nobody does any more.
 *
 */
export interface ObservationTableAttended {
  type: "TableAttended";
  at_ms: number;
  within_ms: number;
  source: string;
  judge: string;
  text: string;
  who: string;
}
/**
 * From ``since_ms`` to ``until_ms``, None while that lasts, the table itself keeps people from playing.
 *
 */
export interface ObservationTableHindered {
  type: "TableHindered";
  at_ms: number;
  within_ms: number;
  source: string;
  cause: "away" | "machine" | "sight";
  since_ms: number;
  until_ms: number | null;
}
/**
 * A player announces tenpai (hand shown) or noten (hand folded) at an exhaustive draw.
 *
 */
export interface ObservationTenpaiDeclared {
  type: "TenpaiDeclared";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
  tenpai: boolean;
}
/**
 * A tile was put into a pond, at the moment it touches the mat (SAI 36.4); ``sideways`` None if not seen.
 *
 */
export interface ObservationTileDiscarded {
  type: "TileDiscarded";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
  tile: Tile;
  sideways: boolean | null;
  tsumogiri: boolean | null;
  confidence_pm: number | null;
}
/**
 * A player touched the wall and took a tile from it (live wall or, after a kan, the dead wall).
 *
 */
export interface ObservationTileDrawn {
  type: "TileDrawn";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
  tile: Tile;
  place: number | null;
}
/**
 * The claimed tile is taken out of the pond to the corner of the player who called it (WRC 5.4).
 *
 */
export interface ObservationTileTaken {
  type: "TileTaken";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
}
/**
 * Concealed tiles, of a hand or of the wall, became visible by accident: ``count`` of them (mise-hai, SAI 25).
 *
 */
export interface ObservationTilesExposed {
  type: "TilesExposed";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
  count: number;
  tiles: Tile[];
}
/**
 * A player opened the hand: ``tiles`` are the concealed tiles without ``winning``, the tile set apart (None if none).
 *
 */
export interface ObservationTilesShown {
  type: "TilesShown";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
  tiles: Tile[];
  winning: Tile | null;
  source_seat: Seat | null;
}
/**
 * The ura dora indicators lie open; listed in the order of the indicators.
 *
 */
export interface ObservationUraSeen {
  type: "UraSeen";
  at_ms: number;
  within_ms: number;
  source: string;
  tiles: Tile[];
}
/**
 * A player knocked over a wall, the dead wall, a hand, a meld or a pond, so that tiles are in disorder (SAI 55.1(7)).
 *
 */
export interface ObservationWallBroken {
  type: "WallBroken";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
  what: "wall" | "dead_wall" | "hand" | "meld" | "pond";
}
/**
 * A player acknowledges the win that is shown: the hand is folded (SAI 45.10).
 *
 */
export interface ObservationWinAcknowledged {
  type: "WinAcknowledged";
  at_ms: number;
  within_ms: number;
  source: string;
  seat: Seat;
}
/**
 * Say what a hand is worth by the rules of this hanchan, from its tiles.
 *
 *     Winds are those of the hand being played, and so are the indicators if none are given.
 *
 */
export interface Evaluate {
  /**
   * who won
   */
  seat: number;
  /**
   * concealed, without the winning tile
   *
   * @maxItems 13
   */
  tiles: string[];
  /**
   * the winning tile
   */
  winning: string;
  /**
   * drawn, not taken from another player
   */
  tsumo?: boolean;
  /**
   * concealed kans too
   *
   * @maxItems 4
   */
  melds?: MeldOf[];
  riichi?: "double" | "no" | "riichi";
  ippatsu?: boolean;
  /**
   * haitei or houtei
   */
  last_tile?: boolean;
  rinshan?: boolean;
  chankan?: boolean;
  /**
   * tenhou, chiihou or renhou
   */
  first_turn?: boolean;
  /**
   * of dora, as they lie
   */
  indicators?: string[] | null;
  /**
   * indicators of ura dora
   *
   * @maxItems 5
   */
  ura?: string[];
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * A meld of a hand that is to be scored.
 *
 */
export interface MeldOf {
  kind: "ankan" | "chi" | "daiminkan" | "kakan" | "pon";
  /**
   * @minItems 3
   * @maxItems 4
   */
  tiles: string[];
}
/**
 * One item of what a hand is worth.
 *
 */
export interface ReasonTold {
  /**
   * a yaku, dora, fu item or limit by its name
   */
  item: string;
  /**
   * of the rulebook, empty where it has none
   */
  section: string;
  /**
   * of the group or pair that fu are given for, else empty
   */
  tile: string;
  /**
   * han of a yaku, fu of a fu item, how many yakuman
   */
  value: number;
}
/**
 * Give the hanchan more minutes.
 *
 */
export interface ExtendClock {
  /**
   * negative: fewer
   */
  minutes: number;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * A finding, with the grade that is proposed. Older tables send no code.
 *
 */
export interface FindingShown {
  /**
   * of the text, by name
   */
  arguments?: {};
  /**
   * of the text
   */
  code?: string;
  /**
   * points of the overall score that the grade would cost now
   */
  costs: number;
  /**
   * frame:381, signal:55, clip:1160
   */
  evidence: string[];
  grade:
    "chombo" | "continue" | "dead_hand" | "disqualified" | "end" | "guidance" | "judge" | "none" | "warning";
  /**
   * in which it was found; null in journals from before it was kept
   */
  hand: string | null;
  /**
   * who sat there then
   */
  name: string;
  /**
   * a name of jantaku rules fouls
   */
  rule: string;
  /**
   * the newest, null while there is none
   */
  ruling:
    | (
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning"
      )
    | null;
  seat: number;
  section: string;
  /**
   * what was seen, in the table's language
   */
  text: string;
  /**
   * of the seat in that hand
   */
  wind: ("E" | "N" | "S" | "W") | null;
}
/**
 * Enter a foul of the rules (jantaku rules fouls) that only people saw.
 *
 */
export interface Foul {
  /**
   * its name
   */
  rule:
    | "absent"
    | "announce_order"
    | "announcement_changed"
    | "bet_not_placed"
    | "bet_without_riichi"
    | "call_changed"
    | "call_in_riichi"
    | "call_not_said"
    | "call_on_last_tile"
    | "call_precedence"
    | "call_wording"
    | "cheating"
    | "claimed_tile_not_taken"
    | "dead_hand_call"
    | "dead_hand_call_early"
    | "deal_count"
    | "deal_spoilt"
    | "device"
    | "dice_out_of_time"
    | "discard_before_meld"
    | "discards_hidden"
    | "drawn_tile_in_hand"
    | "early_chi"
    | "early_draw"
    | "empty_call"
    | "empty_kan"
    | "false_tenpai"
    | "false_win"
    | "false_win_call"
    | "fault_of_another"
    | "fifth_copy"
    | "fifth_kan"
    | "furiten_win"
    | "hand_not_over"
    | "indicator_without_kan"
    | "invalid_meld"
    | "kan_after_call"
    | "kan_display"
    | "kan_dora_not_turned"
    | "kuikae"
    | "late"
    | "late_call"
    | "late_win_call"
    | "leaving"
    | "line_crossed"
    | "meld_corrected"
    | "meld_display"
    | "minor_irregularity"
    | "nine_terminals_not_there"
    | "noten_riichi"
    | "obstruction"
    | "out_of_turn_discard"
    | "out_of_turn_draw"
    | "passing_information"
    | "phone"
    | "play_while_stopped"
    | "repeated_guidance"
    | "riichi_below_1000"
    | "riichi_furiten"
    | "riichi_hand_changed"
    | "riichi_hand_not_shown"
    | "riichi_kan"
    | "riichi_late"
    | "riichi_not_said"
    | "riichi_not_turned"
    | "riichi_open_hand"
    | "riichi_order"
    | "riichi_out_of_turn"
    | "riichi_retracted"
    | "rinshan_not_set_down"
    | "second_draw"
    | "slow_play"
    | "tile_count"
    | "tile_not_in_hand"
    | "tiles_destroyed"
    | "tiles_shown"
    | "tsumo_tile_in_hand"
    | "turned_without_riichi"
    | "unfair_to_go_on"
    | "void_call"
    | "wall_touched"
    | "win_call_changed"
    | "win_procedure"
    | "wrong_tile_drawn";
  seat: number;
  /**
   * how many, where the grade depends on it
   */
  tiles?: number | null;
  /**
   * how late the player is
   */
  minutes?: number | null;
  /**
   * rule on it at once: accepted, or a grade
   */
  ruling?:
    | (
        | "accepted"
        | "chombo"
        | "continue"
        | "dead_hand"
        | "dismissed"
        | "disqualified"
        | "end"
        | "guidance"
        | "none"
        | "void"
        | "warning"
      )
    | null;
  /**
   * of the overall score, with the grade continue, where the rules let a judge choose them
   */
  points?: number | null;
  /**
   * even if the rulebook says otherwise
   */
  force?: boolean;
  /**
   * with ruling: play goes on at once
   */
  resume?: boolean;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * What is published of a table with a game.
 *
 */
export interface GameShown {
  appeals: AppealShown[];
  at_ms: number;
  /**
   * null if no judge attends; older tables do not say
   */
  attendant?: AttendantShown | null;
  /**
   * riichi bets on the table
   */
  bets: number;
  /**
   * in their order; older tables do not say
   */
  claims?: ClaimShown[];
  closing: ClosingShown | null;
  dealer: number;
  findings: FindingShown[];
  hand: string;
  honba: number;
  indicators: string[];
  last_result: ResultShown | null;
  live_tiles: number;
  /**
   * of the newest journal entry
   */
  number: number;
  /**
   * null where no tile may be claimed; older tables do not say
   */
  open?: OpenShown | null;
  phase: "closing" | "dealing" | "ended" | "playing" | "waiting";
  /**
   * null while the hanchan is played
   */
  result: HanchanShown | null;
  ruleset: string;
  schema: 1;
  /**
   * @minItems 4
   * @maxItems 4
   */
  seats: PlayerShown[];
  /**
   * on the score sheet of a hanchan that has ended; null where none is due, older tables do not say
   */
  signature?: ("awaited" | "given") | null;
  /**
   * null while play goes on
   */
  stopped: StopShown | null;
  table: string;
  time: TimeShown;
  turn: number;
  ura: string[];
}
/**
 * How the newest hand ended.
 *
 */
export interface ResultShown {
  changes: number[];
  hand: string;
  /**
   * who sat there then
   *
   * @minItems 4
   * @maxItems 4
   */
  names: string[];
  /**
   * of a chombo; none where the hand is void without one
   */
  offenders: number[];
  result:
    | "chombo"
    | "exhaustive"
    | "four_kans"
    | "four_riichi"
    | "four_winds"
    | "nagashi"
    | "nine_terminals"
    | "ron"
    | "triple_ron"
    | "tsumo";
  scores: number[];
  tenpai: number[];
  /**
   * of the seats in that hand
   *
   * @minItems 4
   * @maxItems 4
   */
  winds: ("E" | "N" | "S" | "W")[];
  /**
   * @maxItems 3
   */
  wins: WinShown[];
}
/**
 * The tile that others may claim.
 *
 */
export interface OpenShown {
  /**
   * table time since which it lies there
   */
  at_ms: number;
  /**
   * a kan's tile may be robbed
   */
  kind: "ankan" | "discard" | "kakan";
  /**
   * whose it is
   */
  seat: number;
  tile: string;
}
/**
 * The result of a hanchan, by seat.
 *
 */
export interface HanchanShown {
  /**
   * @minItems 4
   * @maxItems 4
   */
  places: number[];
  /**
   * with uma and oka
   *
   * @minItems 4
   * @maxItems 4
   */
  totals: number[];
}
/**
 * A player.
 *
 */
export interface PlayerShown {
  chair: number;
  /**
   * tiles in hand
   */
  concealed: number;
  /**
   * a judge ruled the hand dead
   */
  dead: boolean;
  disqualified: boolean;
  /**
   * @maxItems 4
   */
  melds: MeldShown[];
  name: string;
  pond: PondTileShown[];
  riichi: boolean;
  score: number;
  seat: number;
  /**
   * the concealed tiles once the hand is opened
   */
  shown: string[] | null;
  /**
   * in this hanchan
   */
  warnings: number;
  wind: "E" | "N" | "S" | "W";
}
/**
 * A meld of a player's corner.
 *
 */
export interface MeldShown {
  added: string | null;
  claimed: string | null;
  from: number | null;
  kind: "ankan" | "chi" | "daiminkan" | "kakan" | "pon";
  /**
   * @minItems 3
   * @maxItems 4
   */
  tiles: string[];
}
/**
 * A tile of a pond, as judges are shown it. Older tables do not say how surely it was read.
 *
 */
export interface PondTileShown {
  called_by: number | null;
  /**
   * how surely its face was read, per mille; null where no camera read it
   */
  confidence_pm?: number | null;
  sideways: boolean;
  tile: string;
  /**
   * null where it is not known
   */
  tsumogiri: boolean | null;
}
/**
 * Why play is stopped.
 *
 */
export interface StopShown {
  /**
   * the first player who played on since then, if anybody did
   */
  played_on: number | null;
  /**
   * judge_called, judge, disqualified, or the rule of a finding
   */
  reason: string;
  seat: number | null;
}
/**
 * The time of the hanchan.
 *
 */
export interface TimeShown {
  /**
   * how much time was added
   */
  added_ms: number;
  /**
   * the start signal has not been given: it stands still
   */
  awaits_signal: boolean;
  /**
   * the gong has sounded and the running hand is the last
   */
  called: boolean;
  /**
   * 0: none
   */
  limit_ms: number;
  /**
   * since when it stands still, null while it runs
   */
  paused_at_ms: number | null;
  /**
   * table time at which it began to run
   */
  started_at_ms: number;
}
/**
 * Time is up: the hand being played is the last.
 *
 *     Between hands the hanchan ends at once. A table with a clock of its own needs this only to end earlier.
 *
 */
export interface Gong {
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Guide a player: the ruling is recorded and play goes on.
 *
 */
export interface Guide {
  /**
   * the player; with a finding, somebody at fault besides its offender
   */
  seat?: number | null;
  /**
   * number of the finding that is ruled on; without seat, its offender is
   */
  finding?: number | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
  /**
   * even if the rulebook says otherwise
   */
  force?: boolean;
  /**
   * replace another judge's ruling on it
   */
  replace?: boolean;
  /**
   * play goes on at once
   */
  resume?: boolean;
}
/**
 * The result of a hanchan; lists about players are by seat.
 *
 */
export interface Hanchan {
  began: string;
  disqualified: string[];
  finished: boolean;
  overall: string[];
  penalties: Penalty[];
  places: number[] | null;
  players: string[];
  point_value: number;
  ruleset: string;
  scores: number[] | null;
  stand_ins: unknown[][];
  substitute_ranked: boolean;
  totals: number[];
  void: boolean;
}
/**
 * Points off a player's overall score.
 *
 */
export interface Penalty {
  judge: string;
  player: string;
  points: number;
  reason: string;
  ruling: string;
}
/**
 * Send another judge to the table, or leave it to whoever is free.
 *
 */
export interface HandOver {
  /**
   * who goes; nobody if left out
   */
  to?: string;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * A hand that has ended, with its counters.
 *
 */
export interface HandPlayed {
  /**
   * @minItems 4
   * @maxItems 4
   */
  changes: number[];
  hand: string;
  honba: number;
  /**
   * whose chombo was ruled; none where a hand is void without one
   */
  offenders: number[];
  result:
    | "chombo"
    | "exhaustive"
    | "four_kans"
    | "four_riichi"
    | "four_winds"
    | "nagashi"
    | "nine_terminals"
    | "ron"
    | "triple_ron"
    | "tsumo";
  /**
   * @minItems 4
   * @maxItems 4
   */
  scores: number[];
  tenpai: number[];
  /**
   * @maxItems 3
   */
  wins: WonShown[];
}
/**
 * A win of a hand that has ended.
 *
 */
export interface WonShown {
  fu: number;
  han: number;
  points: number;
  seat: number;
  /**
   * the winner's own seat on tsumo
   */
  source: number;
  /**
   * han of each
   */
  yaku: {
    [k: string]: number;
  };
  yakuman: string[];
}
/**
 * The hands of a hanchan, with what each was worth and why.
 *
 *     Corrections count; a hand that is over but not yet closed is shown as it would be settled now.
 *
 */
export interface HandResults {
  /**
   * of the hanchan as it stood after this entry; the newest if left out
   */
  until?: number | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * A hand of the hanchan.
 *
 */
export interface HandTold {
  /**
   * the entry that deals it
   */
  began: number;
  /**
   * riichi bets on the table before it ended
   */
  bets: number;
  /**
   * the entry that ends it, null while it is played
   */
  ended: number | null;
  hand: string;
  honba: number;
  indicators: string[];
  /**
   * @minItems 4
   * @maxItems 4
   */
  names: string[];
  opened: OpenedTold[];
  /**
   * how it ended; while it is played how it would end if it were closed now
   */
  result: EndShown | null;
  ura: string[];
  worth: WorthTold[];
}
/**
 * A hand that lies open, and the entry to correct where it was misread.
 *
 */
export interface OpenedTold {
  entry: number;
  seat: number;
  tiles: string[];
  winning: string | null;
}
/**
 * A win with its tiles and reasons.
 *
 */
export interface WorthTold {
  /**
   * false: only its han and fu are known
   */
  explained: boolean;
  /**
   * before rounding
   */
  fu: ReasonTold[];
  limit: ReasonTold | null;
  melds: MeldShown[];
  /**
   * section of the rounding of fu, empty if there was none
   */
  rounding: string;
  seat: number;
  /**
   * concealed, without the winning one; empty if not shown
   */
  tiles: string[];
  winning: string | null;
  yaku: ReasonTold[];
}
/**
 * The end of a journal: the number of an entry and its hash, for somebody to keep.
 *
 */
export interface Head {
  number: number;
  digest: string;
}
/**
 * Say that you hear when a judge is called at this table.
 *
 *     Pages and terminals of judges say it once a minute. Whoever calls where no judge has said so for a while is told that
 *     nobody hears.
 *
 */
export interface HearCalls {
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Entries of the journal, as the event topic has them.
 *
 *     Those from one number to another, or the newest; an answer holds at most 200.
 *
 */
export interface History {
  /**
   * the first entry
   */
  from?: number | null;
  /**
   * the last entry
   */
  to?: number | null;
  /**
   * how many of the newest, without from
   */
  newest?: number;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * How Home Assistant sees whether the table is there.
 *
 */
export interface HomeAvailability {
  topic: string;
  value_template: string;
}
/**
 * The table as a device of Home Assistant: what it has, and where and how each value is read.
 *
 */
export interface HomeDevice {
  availability: HomeAvailability[];
  /**
   * sensors and the button, in Home Assistant's own terms
   */
  components: {
    [k: string]: {};
  };
  device: HomeIdentity;
  origin: HomeOrigin;
  qos: number;
}
/**
 * Which device it is.
 *
 */
export interface HomeIdentity {
  identifiers: string[];
  manufacturer: string;
  name: string;
  sw_version: string;
}
/**
 * Which program announces it.
 *
 */
export interface HomeOrigin {
  name: string;
  sw_version: string;
}
/**
 * Say with which rules a hanchan begins here: the table's own, or those of a preset.
 *
 */
export interface HouseRules {
  /**
   * a preset; the table's own if left out
   */
  ruleset?:
    ("reference-sheet" | "riichi-mj" | "saikouisen-2025" | "scoring-tables" | "tenhou" | "wrc-2015") | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Insert what was not seen, after an entry.
 *
 */
export interface Insert {
  /**
   * what happened
   */
  observation: {
    type:
      | "AppealNoted"
      | "CallHeard"
      | "ClockAdvanced"
      | "ClockExtended"
      | "ClockPaused"
      | "Corrected"
      | "FoulEntered"
      | "GongHeard"
      | "HanchanBegun"
      | "HanchanClosed"
      | "HandClosed"
      | "HandDealt"
      | "HandEntered"
      | "HandMoved"
      | "IndicatorSeen"
      | "Inserted"
      | "JudgeCalled"
      | "MeldShown"
      | "PaymentMade"
      | "PlayHalted"
      | "PlayReleased"
      | "PlayWentOn"
      | "PlayerReplaced"
      | "PointsAdjusted"
      | "RiichiRetracted"
      | "RulingGiven"
      | "SheetSigned"
      | "SignalGiven"
      | "StickLaid"
      | "TableAttended"
      | "TableHindered"
      | "TenpaiDeclared"
      | "TileDiscarded"
      | "TileDrawn"
      | "TileTaken"
      | "TilesExposed"
      | "TilesShown"
      | "UraSeen"
      | "WallBroken"
      | "WinAcknowledged";
  };
  /**
   * by default the newest act at the table
   */
  after?: number | null;
  /**
   * all players agree
   */
  agreed?: boolean;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * A journal entry byte for byte as it is stored, with numbers of people (p3) instead of names. Its SHA-256 is its hash. Where the broker takes no packet so long, it is compressed (zlib).
 *
 */
export interface KeptEntry {
  schema: number;
  number: number;
  at_ms: number;
  wall: string;
  observation: {};
  events: {}[];
  /**
   * hash of the entry before, 64 times 0 for the first
   */
  before: string;
}
/**
 * How a hand ended.
 *
 */
export interface LastPlayed {
  /**
   * @minItems 4
   * @maxItems 4
   */
  changes: number[];
  hand: string;
  /**
   * whose chombo was ruled; none where a hand is void without one
   */
  offenders: number[];
  result:
    | "chombo"
    | "exhaustive"
    | "four_kans"
    | "four_riichi"
    | "four_winds"
    | "nagashi"
    | "nine_terminals"
    | "ron"
    | "triple_ron"
    | "tsumo";
  /**
   * @minItems 4
   * @maxItems 4
   */
  scores: number[];
  tenpai: number[];
  /**
   * @maxItems 3
   */
  wins: WonShown[];
}
/**
 * Tell the machine what to do.
 *
 *     Set collects the tiles or raises the walls, dice rolls, stop stops what moves and pauses, retry tries again what failed,
 *     open_lid stops what moves, pauses and opens the lid, also during a hand.
 *
 */
export interface Machine {
  /**
   * what to do
   */
  do: "dice" | "open_lid" | "retry" | "set" | "stop";
  /**
   * names the request, which is carried out once however often it is sent
   */
  id?: string | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * How machine and camera stand.
 *
 */
export interface MachineReport {
  /**
   * what needs a person, by the names of its alerts; older tables do not say
   */
  alerts?: string[];
  camera: CameraReport;
  /**
   * temperature of the table's computer in degrees Celsius, null where it measures none
   */
  computer_c?: number | null;
  /**
   * why play is stopped, so that nothing moves; empty while it goes on
   */
  held: string;
  /**
   * who stopped all motions, empty if nobody did
   */
  paused: string;
  /**
   * of the cycle
   */
  phase: "closing" | "collecting" | "dealing" | "opening" | "playing" | "raising" | "ready" | "waiting";
  /**
   * where each set of tiles is, set 1 first
   *
   * @minItems 2
   * @maxItems 2
   */
  sets: ("drum" | "lifting" | "shuffling" | "stacked" | "table")[];
}
/**
 * The least win that brings a player to a better place, bets and counters included.
 *
 */
export interface NeededShown {
  /**
   * the winner's own seat on tsumo
   */
  from: number;
  limit: "" | "baiman" | "haneman" | "mangan" | "sanbaiman" | "yakuman";
  /**
   * that it brings, or a better one
   */
  place: number;
  /**
   * that the win is worth, without counters and bets
   */
  points: number;
  seat: number;
  /**
   * below a limit: the least fu for each number of han that suffices
   */
  worth: Worth[];
  /**
   * how many; 0 below one
   */
  yakuman: number;
}
/**
 * A value of a hand.
 *
 */
export interface Worth {
  fu: number;
  han: number;
}
/**
 * The points of the hand lie on the table.
 *
 */
export interface Paid {
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * The state after an entry, as it was shown then.
 *
 *     Later corrections do not show in it.
 *
 */
export interface PastState {
  /**
   * its number, as events shows it
   */
  entry: number;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * The nearest entries in one direction; null where there is none.
 *
 */
export interface Steps {
  discard: number | null;
  /**
   * with a line for people
   */
  entry: number | null;
  /**
   * at which a hand or a hanchan begins
   */
  hand: number | null;
}
/**
 * Pause all motions of the table, or allow them again.
 *
 */
export interface Pause {
  /**
   * false: allow them again
   */
  on?: boolean;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Stop the clock of the hanchan, or let it run again.
 *
 */
export interface PauseClock {
  /**
   * false: it runs again
   */
  on?: boolean;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * What players may see on their phones: points and places, no tile. The topic is empty while they may see nothing.
 *
 */
export interface PlayersShown {
  at_ms: number;
  /**
   * riichi bets on the table
   */
  bets: number;
  dealer: number;
  hand: string;
  /**
   * of this hanchan, as they count, oldest first
   */
  hands: HandPlayed[];
  honba: number;
  live_tiles: number;
  needed: NeededShown[];
  /**
   * of the newest journal entry that it rests on
   */
  number: number;
  phase: "closing" | "dealing" | "ended" | "playing" | "waiting";
  /**
   * null while the hanchan is played
   */
  result: HanchanShown | null;
  schema: 1;
  /**
   * @minItems 4
   * @maxItems 4
   */
  seats: StandingShown[];
  table: string;
}
/**
 * How a player stands.
 *
 */
export interface StandingShown {
  /**
   * points to the next player above, null for the first
   */
  ahead: number | null;
  name: string;
  place: number;
  riichi: boolean;
  score: number;
  seat: number;
  wind: "E" | "N" | "S" | "W";
}
/**
 * Deal the hand again without penalty, before anybody has discarded or called.
 *
 */
export interface Redeal {
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Let somebody else play on for a player.
 *
 */
export interface ReplacePlayer {
  seat: number;
  /**
   * who plays on
   */
  name?: string;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Let a latched unit move again.
 *
 */
export interface ResetFaults {
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Resolve an alert that was seen to.
 *
 *     Alerts of past events (a reset, a call for a judge) stay until then.
 *
 */
export interface Resolve {
  /**
   * of the alert
   */
  id: string;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * The results of the table's hanchans, for overall scores.
 *
 *     Those that began from ``since`` on and before ``until`` (UTC if they name no zone). If one answer cannot hold them all,
 *     it has the newest.
 *
 */
export interface Results {
  /**
   * ISO 8601
   */
  since?: string;
  /**
   * ISO 8601
   */
  until?: string;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Let play go on, whatever stopped it.
 *
 */
export interface Resume {
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Any ruling, on a finding or a player.
 *
 */
export interface Rule {
  ruling:
    | "accepted"
    | "chombo"
    | "continue"
    | "dead_hand"
    | "dismissed"
    | "disqualified"
    | "end"
    | "guidance"
    | "none"
    | "void"
    | "warning";
  /**
   * number of the finding that is ruled on; without seat, its offender is
   */
  finding?: number | null;
  /**
   * the player; with a finding, somebody at fault besides its offender
   */
  seat?: number | null;
  /**
   * of the overall score, with the grade continue, where the rules let a judge choose them
   */
  points?: number | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
  /**
   * even if the rulebook says otherwise
   */
  force?: boolean;
  /**
   * replace another judge's ruling on it
   */
  replace?: boolean;
  /**
   * play goes on at once
   */
  resume?: boolean;
}
/**
 * Sign the score sheet of the hanchan that has ended: sticks may be reset, and the next one may begin.
 *
 */
export interface SignSheet {
  /**
   * the entry that began it: refused if another came since; the newest if left out
   */
  hanchan?: number | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Give the start signal that the hanchan awaits: dice may be rolled, and its time runs.
 *
 */
export interface StartSignal {
  /**
   * when it was given in the hall, so that all clocks agree
   */
  seconds_ago?: number;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * What is published of a table before its first hanchan.
 *
 */
export interface TableShown {
  at_ms: number;
  /**
   * of the newest journal entry
   */
  number: number;
  phase: "closing" | "dealing" | "ended" | "playing" | "waiting";
  schema: 1;
  /**
   * @maxItems 0
   */
  seats: PlayerShown[];
  table: string;
}
/**
 * The table's status; ``lost`` is its last will. Older tables send no codes.
 *
 */
export interface Status {
  /**
   * of the text, by name
   */
  arguments?: {};
  /**
   * of the text
   */
  code?: string;
  status: "init" | "lost" | "ready" | "stopped";
  /**
   * for people, in the table's language
   */
  text: string;
}
/**
 * Stop play.
 *
 */
export interface Stop {
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * A player, with what lies open.
 *
 */
export interface StreamSeat {
  /**
   * points to the next player above, null for the first
   */
  ahead: number | null;
  /**
   * tiles in hand
   */
  concealed: number;
  /**
   * @maxItems 4
   */
  melds: MeldShown[];
  name: string;
  /**
   * the concealed tiles once the hand is opened
   */
  opened: string[] | null;
  place: number;
  pond: DiscardShown[];
  riichi: boolean;
  score: number;
  seat: number;
  waits: WaitShown[];
  wind: "E" | "N" | "S" | "W";
}
/**
 * A tile that an opened hand waits for.
 *
 */
export interface WaitShown {
  /**
   * of it that nobody has seen
   */
  left: number;
  tile: string;
}
/**
 * What a stream may show: a hand that is over, and only once the delay has passed since it ended.
 *
 */
export interface StreamShown {
  at_ms: number;
  /**
   * riichi bets on the table
   */
  bets: number;
  dealer: number;
  hand: string;
  honba: number;
  indicators: string[];
  /**
   * the hand before, or this one once it has ended
   */
  last: LastPlayed | null;
  live_tiles: number;
  needed: NeededShown[];
  /**
   * of the newest journal entry that it rests on
   */
  number: number;
  phase: "closing" | "dealing" | "ended" | "playing" | "waiting";
  /**
   * null while the hanchan is played
   */
  result: HanchanShown | null;
  schema: 1;
  /**
   * @minItems 4
   * @maxItems 4
   */
  seats: StreamSeat[];
  table: string;
  turn: number;
  ura: string[];
}
/**
 * Tell the other judges that you go to the table.
 *
 *     How long the call waited is kept in the journal.
 *
 */
export interface TakeCall {
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * How the link is at one moment: its state, its counters since the start, and the unit's clock.
 *
 */
export interface Telemetry {
  at_ms: number;
  state: string;
  firmware: string;
  requests: number;
  retries: number;
  signals: number;
  signals_repeated: number;
  signals_lost: number;
  beats_unanswered: number;
  frames: number;
  bad_crc: number;
  bad_frames: number;
  foreign_frames: number;
  resets: number;
  losses: number;
  round_trip_ms: number;
  offset_ms: number;
  drift_ppm: number;
  clock_outliers: number;
}
/**
 * Undo an entry (an act at the table, a judge's entry, a correction) as if it had never been made.
 *
 *     Without a number nothing is undone: the answer names the newest entry.
 *
 */
export interface Undo {
  /**
   * its number, as events shows it
   */
  entry?: number | null;
  /**
   * all players agree
   */
  agreed?: boolean;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Void the hand and play it again, through nobody's fault.
 *
 */
export interface VoidHand {
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
}
/**
 * Warn a player: counted until the end of the hanchan.
 *
 */
export interface Warn {
  /**
   * the player; with a finding, somebody at fault besides its offender
   */
  seat?: number | null;
  /**
   * number of the finding that is ruled on; without seat, its offender is
   */
  finding?: number | null;
  /**
   * who says it, besides the login
   */
  by?: string;
  /**
   * why, for the journal
   */
  text?: string;
  /**
   * only say what it would do; nothing is journalled
   */
  dry_run?: boolean;
  /**
   * the entry on which it was decided: refused if something that matters came since
   */
  at?: number | null;
  /**
   * even if the rulebook says otherwise
   */
  force?: boolean;
  /**
   * replace another judge's ruling on it
   */
  replace?: boolean;
  /**
   * play goes on at once
   */
  resume?: boolean;
}
